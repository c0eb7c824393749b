// The captain's page: first what tells of its faults, also of a part that does not come, then everything else.
import "./fault.js";

import("../drawer.js"); // First, for the disk takes its time.
import("./view.js");
