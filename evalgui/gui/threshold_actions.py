"""The actions on the threshold as data: steps, ends, rules, and the points A and B."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.flipping import other_point
from evalgui.core.languages import tr
from evalgui.core.linked_thresholds import IN_COMMON, Link
from evalgui.core.requests import ApplyRule, GoToEnd, LinkThresholds, MoveThreshold
from evalgui.core.rules import BUTTON_RULES, RULES, Rule
from evalgui.core.texts import Text
from evalgui.gui.action import (
    LEFT_OF_1,
    Action,
    Menu,
    is_movable,
    with_rows,
    with_scores,
    with_several_scores,
)

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.commands import Commands


MOST_CLASSES = 50
"""More classes make a grid of costs that nobody fills in."""

_LINKED = tr("Where the line of one score was moved, those of the others go along")


def _can_follow(snapshot: Snapshot) -> bool:
    made = snapshot.provenance
    is_free = made is not None and made.rule in RULES.ids and not snapshot.inputs.is_locked
    return with_scores(snapshot) and (snapshot.inputs.is_followed or is_free)


def _has_other(snapshot: Snapshot) -> bool:
    """Return whether there is another operating point to flip to."""
    return other_point(snapshot) is not None


def _with_classes_together(snapshot: Snapshot) -> bool:
    matrix = snapshot.matrix
    return matrix is not None and snapshot.point is None and len(matrix.classes) <= MOST_CLASSES


def _rule_action(rule: Rule, number: int) -> Action:
    """Return the action that goes to the threshold of a rule."""

    def run(commands: Commands) -> None:
        commands.ask(ApplyRule(rule.id))

    def is_offered(snapshot: Snapshot) -> bool:
        ranking = snapshot.ranking
        return is_movable(snapshot) and ranking is not None and ranking.is_offered(rule)

    return Action(
        f"rule_{rule.id}",
        tr("Go to {name}", name=rule.name),
        Menu.DECIDE,
        run,
        f"Ctrl+{number}",
        rule.id,
        rule.explanation,
        is_offered,
        starts_group=number == 1,
        rule=rule,
    )


def _link_action(link: Link) -> Action:
    """Return the action that lets the thresholds of all scores have something in common."""
    return Action(
        f"link_{link.value}",
        IN_COMMON[link],
        Menu.LINK,
        lambda c: c.ask(LinkThresholds(link)),
        tip=_LINKED if link is not Link.NONE else tr("Each score keeps the threshold it was given"),
        enabled=with_several_scores,
        checked=lambda snapshot: snapshot.choices.link is link,
    )


THRESHOLD_ACTIONS: tuple[Action, ...] = (
    Action(
        "lower",
        tr("&Previous Distinct Score"),
        Menu.DECIDE,
        lambda c: c.ask(MoveThreshold(-1)),
        "Ctrl+Left",
        "previous",
        enabled=is_movable,
    ),
    Action(
        "higher",
        tr("&Next Distinct Score"),
        Menu.DECIDE,
        lambda c: c.ask(MoveThreshold(1)),
        "Ctrl+Right",
        "next",
        enabled=is_movable,
    ),
    Action(
        "lowest",
        tr("&Lowest Score"),
        Menu.DECIDE,
        lambda c: c.ask(GoToEnd(is_highest=False)),
        "Ctrl+Home",
        "first",
        enabled=is_movable,
    ),
    Action(
        "highest",
        tr("&Highest Score"),
        Menu.DECIDE,
        lambda c: c.ask(GoToEnd(is_highest=True)),
        "Ctrl+End",
        "last",
        enabled=is_movable,
    ),
    Action(
        "type_threshold",
        tr("&Type a Threshold"),
        Menu.DECIDE,
        lambda c: c.type_threshold(),
        "Ctrl+T",
        "threshold",
        enabled=is_movable,
    ),
    Action(
        "ask_rate",
        Text("&Ask for a {true_positive_rate}\N{HORIZONTAL ELLIPSIS}"),
        Menu.DECIDE,
        lambda c: c.deciding.ask_for_rate(),
        tip=Text("Type what the {true_positive_rate} is to be: the threshold goes to where it is"),
        enabled=is_movable,
    ),
    Action(
        "grey_zone",
        tr("&Grey Zone\N{HORIZONTAL ELLIPSIS}"),
        Menu.DECIDE,
        lambda c: c.points.ask_grey_zone(),
        "Ctrl+G",
        tip=tr("Leave rows with scores between two thresholds undecided"),
        enabled=with_scores,
        starts_group=True,
    ),
    Action(
        "next_error",
        tr("N&ext Error"),
        Menu.DECIDE,
        lambda c: c.points.go_to_error(forward=True),
        "F8",
        tip=tr("Select the next row that is called wrong, those nearest to the threshold first"),
        enabled=with_rows,
    ),
    Action(
        "previous_error",
        tr("Pre&vious Error"),
        Menu.DECIDE,
        lambda c: c.points.go_to_error(forward=False),
        "Shift+F8",
        tip=tr("Select the row that is called wrong before this one"),
        enabled=with_rows,
    ),
    Action(
        "next_selected",
        tr("Next Selected &Row"),
        Menu.DECIDE,
        lambda c: c.points.go_to_selected(forward=True),
        "F7",
        tip=tr("Go to the next selected row of the table"),
        enabled=with_rows,
    ),
    Action(
        "previous_selected",
        tr("Previous Selected Ro&w"),
        Menu.DECIDE,
        lambda c: c.points.go_to_selected(forward=False),
        "Shift+F7",
        tip=tr("Go to the selected row of the table before this one"),
        enabled=with_rows,
    ),
    Action(
        "find_stability",
        tr("Find &Out How Stable the Rule Is"),
        Menu.DECIDE,
        lambda c: c.find_stability(),
        tip=tr("Let the rule in force choose again on rows drawn anew, however many there are"),
        enabled=with_scores,
        starts_group=True,
    ),
    *(_rule_action(rule, number) for number, rule in enumerate(BUTTON_RULES, start=1)),
    Action(
        "follow_threshold_rule",
        tr("&Follow the Rule"),
        Menu.DECIDE,
        lambda c: c.deciding.toggle_following(),
        tip=tr("Where the data, the rows to assess, the score or the class change, the line goes"),
        enabled=_can_follow,
        starts_group=True,
        checked=lambda snapshot: snapshot.inputs.is_followed,
    ),
    Action(
        "lock_threshold",
        tr("Loc&k the Threshold"),
        Menu.DECIDE,
        lambda c: c.deciding.toggle_lock(),
        "Ctrl+L",
        "lock",
        tr("Nothing moves the line, and other files are assessed at it, too"),
        lambda snapshot: with_scores(snapshot) or snapshot.inputs.has_lock_here,
        checked=lambda snapshot: snapshot.inputs.has_lock_here,
    ),
    Action(
        "prespecify_threshold",
        tr("Mark as Pre&specified"),
        Menu.DECIDE,
        lambda c: c.deciding.prespecify(),
        tip=tr("The threshold was settled before the data were seen"),
        enabled=with_scores,
    ),
    Action(
        "acceptance_criteria",
        tr("Acceptance Cr&iteria"),
        Menu.DECIDE,
        lambda c: c.show_criteria(),
        tip=tr("What has to hold, whether it is met, and when that was written down"),
        starts_group=True,
    ),
    Action(
        "class_costs",
        tr("What Wrong Calls Cost\N{HORIZONTAL ELLIPSIS}"),
        Menu.DECIDE,
        lambda c: c.show_class_costs(),
        tip=tr(
            "What it costs to call one of several classes another one, and which calls cost least"
        ),
        enabled=_with_classes_together,
    ),
)
"""In the order of the menu."""

COMPARE_ACTIONS: tuple[Action, ...] = (
    Action(
        "compare_scores",
        tr("&Scores\N{HORIZONTAL ELLIPSIS}"),
        Menu.COMPARE,
        lambda c: c.comparing.show_scores(),
        tip=tr("Areas and rates of two scores of the same rows, side by side: which one is better"),
        enabled=with_several_scores,
    ),
    Action(
        "compare_subgroup",
        tr("Sub&group Against the Rest\N{HORIZONTAL ELLIPSIS}"),
        Menu.COMPARE,
        lambda c: c.comparing.show_subgroup(),
        tip=tr("Rows that are selected, filtered or named, against all others: areas and rates"),
        enabled=lambda snapshot: with_rows(snapshot) and with_scores(snapshot),
    ),
    Action(
        "compare_groups",
        tr("G&roups\N{HORIZONTAL ELLIPSIS}"),
        Menu.COMPARE,
        lambda c: c.comparing.show_groups(),
        tip=tr(
            "Rates by the values of a column at the same threshold: how far apart (fairness, bias)"
        ),
        enabled=lambda snapshot: with_rows(snapshot) and snapshot.point is not None,
    ),
    Action(
        "compare_trend",
        tr("Trend over Ti&me\N{HORIZONTAL ELLIPSIS}"),
        Menu.COMPARE,
        lambda c: c.comparing.show_trend(),
        tip=tr("Rates by month, week or year at the same threshold, and what equal periods show"),
        enabled=lambda snapshot: with_rows(snapshot) and snapshot.point is not None,
    ),
    Action(
        "compare_readers",
        tr("R&eaders\N{HORIZONTAL ELLIPSIS}"),
        Menu.COMPARE,
        lambda c: c.comparing.show_readers(),
        tip=tr(
            "What readers call, with and without help: paired differences, who is right, agreement"
        ),
        enabled=with_rows,
    ),
    Action(
        "compare_without",
        tr("Curves Without Se&lected Rows"),
        Menu.COMPARE,
        lambda c: c.comparing.show_without(),
        tip=tr(
            "The curves of the rows that are selected, and of all others, behind that of all rows"
        ),
        enabled=lambda snapshot: with_rows(snapshot) and with_scores(snapshot),
    ),
    Action(
        "compare_files",
        tr("&Two Files\N{HORIZONTAL ELLIPSIS}"),
        Menu.COMPARE,
        lambda c: c.comparing.show_files(),
        tip=tr("Areas and rates of two files, side by side: by ids where these are the same rows"),
        enabled=with_scores,
    ),
    Action(
        "show_development",
        tr("&Development and Evaluation\N{HORIZONTAL ELLIPSIS}"),
        Menu.COMPARE,
        lambda c: c.comparing.show_development(),
        tip=tr("Lock the cut-off and validate it on another file: what it did there and does here"),
        enabled=with_scores,
    ),
    Action(
        "compare",
        tr("Curves to C&ompare"),
        Menu.COMPARE,
        lambda c: c.toggle_comparison(),
        tip=tr("Draw the curves of other scores, data sets or groups behind the one that is shown"),
        checked=lambda snapshot: snapshot.choices.compares,
        starts_group=True,
    ),
    *map(_link_action, Link),
    Action(
        "pin",
        tr("&Pin the Threshold"),
        Menu.COMPARE,
        lambda c: c.points.toggle_pin(),
        "P",
        "pin",
        tr("Keep the operating point beside the live one and on the plots, and flip to it"),
        with_scores,
        starts_group=True,
        checked=lambda snapshot: snapshot.pin_here is not None,
    ),
    Action(
        "clear_pins",
        tr("&Clear Pins"),
        Menu.COMPARE,
        lambda c: c.points.clear_pins(),
        tip=tr("Let go of all operating points that are pinned"),
        enabled=lambda snapshot: bool(snapshot.pins),
    ),
    Action(
        "flip",
        tr("&Flip Between A and B"),
        Menu.COMPARE,
        lambda c: c.points.flip(),
        "`",
        tip=tr("Go to the pinned operating point, or to the last one before this, and back again"),
        enabled=lambda snapshot: is_movable(snapshot) and _has_other(snapshot),
        other_keys=LEFT_OF_1,
        hides=True,
    ),
    Action(
        "show_flips",
        tr("&What Flips"),
        Menu.COMPARE,
        lambda c: c.points.show_flips(),
        tip=tr("Show the rows that are called otherwise at the other operating point"),
        enabled=_has_other,
        hides=True,
    ),
)
"""In the order of the menu."""
