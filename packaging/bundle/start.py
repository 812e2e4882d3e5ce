"""Where a bundle begins: the window, or what its arguments ask for."""

import sys

from evalgui.__main__ import main

sys.exit(main())
