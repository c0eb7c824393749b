// Every page of the desk loads these.
import "../countdown.js";
import "../press.js";
import "./calls.js";
import "./jump.js";
import "./keys.js";
