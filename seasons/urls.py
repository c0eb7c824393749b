"""Seasons: circuits, finals and the archive at the desk, and the page of a circuit for everybody."""

from frame import page
from ground.addresses import at
from night import lookups as night_found
from seasons import lookups
from seasons.pages import archive, circuits, finals, public

app_name = "seasons"
urlpatterns = [
    at("desk/archive/", archive.archive_in),
    at("desk/circuits/<slug:code>/", circuits.circuit),
    at("desk/circuits/<slug:code>/final/", finals.circuit_final),
    *(
        at(
            f"desk/{place}<slug:code>/final/{name}/",
            page.club_only(page.press_on(find)(button)),
            f"{kind}_{name}",
        )
        for place, kind, find in (
            ("circuits/", "circuit_final", lookups.find_circuit),
            ("", "final", night_found.find_tournament),
        )
        for name, button in finals.BUTTONS.items()
    ),
    at("desk/circuits/<slug:code>/archive/", archive.circuit_archive),
    at("desk/<slug:code>/final/", finals.final),
    at("desk/<slug:code>/archive/", archive.archive),
    at("circuits/<code:code>/", public.circuit, "public"),
    at("circuits/<code:code>/picture.png", public.picture),
    at("circuits/<code:code>/evenings.ics", public.calendar),
    at("circuits/<code:code>/winds/", public.season_list, "winds", part="winds"),
    at("circuits/<code:code>/reach/", public.season_list, "reach", part="reach"),
    at("circuits/<code:code>/name/", public.season_name, "name"),
    at("circuits/<code:code>/standings/<int:number>/", public.published, "posted"),
    at("circuits/<code:code>/standing.<slug:kind>", public.standing_file, "file"),
    at(
        "circuits/<code:code>/standings/<int:number>/standing.<slug:kind>",
        public.standing_file,
        "file",
    ),
]
