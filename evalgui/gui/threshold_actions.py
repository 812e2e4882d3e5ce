"""The actions on the threshold as data: steps, ends, rules, and the points A and B."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.api import BUTTON_RULES, Rule
from evalgui.gui.action import LEFT_OF_1, Action, Menu, with_rows, with_scores

if TYPE_CHECKING:
    from evalgui.gui.commands import Commands


def _rule_action(rule: Rule, number: int) -> Action:
    """Return the action that goes to the threshold of a rule."""

    def run(commands: Commands) -> None:
        commands.apply_rule(rule.id)

    return Action(
        f"rule_{rule.id}",
        f"Go to {rule.name}",
        Menu.THRESHOLD,
        run,
        f"Ctrl+{number}",
        rule.id,
        rule.explanation,
        with_scores,
        starts_group=number == 1,
        rule=rule,
    )


THRESHOLD_ACTIONS: tuple[Action, ...] = (
    Action(
        "lower",
        "&Previous Distinct Score",
        Menu.THRESHOLD,
        lambda c: c.move_threshold(-1),
        "Ctrl+Left",
        "previous",
        enabled=with_scores,
    ),
    Action(
        "higher",
        "&Next Distinct Score",
        Menu.THRESHOLD,
        lambda c: c.move_threshold(1),
        "Ctrl+Right",
        "next",
        enabled=with_scores,
    ),
    Action(
        "lowest",
        "&Lowest Score",
        Menu.THRESHOLD,
        lambda c: c.go_to_end(highest=False),
        "Ctrl+Home",
        "first",
        enabled=with_scores,
    ),
    Action(
        "highest",
        "&Highest Score",
        Menu.THRESHOLD,
        lambda c: c.go_to_end(highest=True),
        "Ctrl+End",
        "last",
        enabled=with_scores,
    ),
    Action(
        "type_threshold",
        "&Type a Threshold",
        Menu.THRESHOLD,
        lambda c: c.type_threshold(),
        "Ctrl+T",
        "threshold",
        enabled=with_scores,
    ),
    Action(
        "pin",
        "P&in the Threshold",
        Menu.THRESHOLD,
        lambda c: c.points.toggle_pin(),
        "P",
        "pin",
        "Keep the values at the threshold as it now is beside the live ones, and flip to it",
        with_scores,
        starts_group=True,
        checked=lambda snapshot: snapshot.choices.pinned is not None,
    ),
    Action(
        "flip",
        "&Flip Between A and B",
        Menu.THRESHOLD,
        lambda c: c.points.flip(),
        "`",
        tip="Go to the pinned operating point, or to the last one before this, and back again",
        enabled=with_scores,
        other_keys=LEFT_OF_1,
    ),
    Action(
        "show_flips",
        "&What Flips",
        Menu.THRESHOLD,
        lambda c: c.points.show_flips(),
        tip="Show the rows that are called otherwise at the other operating point",
        enabled=with_scores,
    ),
    Action(
        "grey_zone",
        "&Grey Zone\N{HORIZONTAL ELLIPSIS}",
        Menu.THRESHOLD,
        lambda c: c.points.ask_grey_zone(),
        "Ctrl+G",
        tip="Call rows with scores between two thresholds neither way",
        enabled=with_scores,
    ),
    Action(
        "next_error",
        "N&ext Error",
        Menu.THRESHOLD,
        lambda c: c.points.go_to_error(forward=True),
        "F8",
        tip="Select the next row that is called wrong, those nearest to the threshold first",
        enabled=with_rows,
    ),
    Action(
        "previous_error",
        "Pre&vious Error",
        Menu.THRESHOLD,
        lambda c: c.points.go_to_error(forward=False),
        "Shift+F8",
        tip="Select the row that is called wrong before this one",
        enabled=with_rows,
    ),
    Action(
        "find_stability",
        "Find &Out How Stable the Rule Is",
        Menu.THRESHOLD,
        lambda c: c.find_stability(),
        tip="Let the rule in force choose again on rows drawn anew, however many there are",
        enabled=with_scores,
        starts_group=True,
    ),
    *(_rule_action(rule, number) for number, rule in enumerate(BUTTON_RULES, start=1)),
)
"""In the order of the menu."""
