// What every page of the desk has.
import "../countdown.js";
import "../press.js";
import "./calls.js";
import "./jump.js";
import "./keys.js";
