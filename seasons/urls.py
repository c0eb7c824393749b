"""Seasons: circuits, finals and the archive at the desk, and the page of a circuit for everybody."""

from django.urls import path

import ground.addresses  # noqa: F401 - makes <code:…> known
from frame import page
from seasons.pages import archive, circuits, finals, public

app_name = "seasons"
urlpatterns = [
    path("desk/archive/", archive.archive_in, name="archive_in"),
    path("desk/circuits/<slug:code>/", circuits.circuit, name="circuit"),
    path("desk/circuits/<slug:code>/final/", finals.circuit_final, name="circuit_final"),
    *(
        path(
            f"desk/circuits/<slug:code>/final/{name}/",
            page.club_only(page.press_on(finals.find_circuit)(button)),
            name=f"circuit_final_{name}",
        )
        for name, button in finals.BUTTONS.items()
    ),
    *(
        path(
            f"desk/<slug:code>/final/{name}/",
            page.club_only(page.evening_press(button)),
            name=f"final_{name}",
        )
        for name, button in finals.BUTTONS.items()
    ),
    path("desk/circuits/<slug:code>/archive/", archive.circuit_archive, name="circuit_archive"),
    path("desk/<slug:code>/final/", finals.final, name="final"),
    path("desk/<slug:code>/archive/", archive.archive, name="archive"),
    path("circuits/<code:code>/", public.circuit, name="public"),
    path("circuits/<code:code>/winds/", public.season_list, {"part": "winds"}, name="winds"),
    path("circuits/<code:code>/reach/", public.season_list, {"part": "reach"}, name="reach"),
    path("circuits/<code:code>/name/", public.season_name, name="name"),
    path("circuits/<code:code>/standings/<int:number>/", public.posted, name="posted"),
    path("circuits/<code:code>/standing.<slug:kind>", public.standing_file, name="file"),
    path(
        "circuits/<code:code>/standings/<int:number>/standing.<slug:kind>",
        public.standing_file,
        name="file",
    ),
]
