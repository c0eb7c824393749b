"""Random requests that Schemathesis makes from the API's schema."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings, strategies as st
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from ground.roles import ROLES
from king_tournament.accounts.services import create_first_account, make_token
from tests.evenings import a_tournament, published_round
from tests.services import examples
from tournaments.circuits import Circuit

pytestmark = pytest.mark.django_db

PATIENT = settings(
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.filter_too_much,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ]
)


@functools.cache
def operations() -> dict[str, Any]:
    described = SchemaGenerator().get_schema(request=None, public=True)
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(described, default=str)))
    schema.app = get_wsgi_application()
    # A request that comes too late or too often is refused before its body is read.
    refusals = schema.config.checks.negative_data_rejection
    refusals.expected_statuses = ["400", "403", "404", "409", "410", "412", "413", "415", "422"]
    found = (result.ok() for result in schema.get_all_operations())
    return {one.label: one for one in found if one.path != "/api/schema/"}


@pytest.fixture
def program(db: None) -> Iterator[dict[str, Any]]:
    """Account and token of an organizer's program with every role, and the codes that it knows."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)  # all requests share one transaction
    organizer = create_first_account(username="organizer", password="un re e una regina")
    token = make_token(user=organizer, name="schemathesis", roles=list(ROLES))
    evening = published_round(a_tournament()).tournament
    circuit = Circuit.objects.create(name="Re Cuori")
    yield {
        "headers": {
            "Authorization": f"Token {token}",
            "Accept-Language": "en",
            "Accept-Encoding": "identity",
        },
        "codes": {
            "tournaments": evening.code,
            "circuits": circuit.code,
            "tables": evening.places.get(number=1).code,
        },
    }
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def cases(operation: Any, program: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Valid requests; for POST invalid ones too."""
    code = program["codes"].get(operation.path.split("/")[2], "none")
    there = {"code": code, "number": 1, "table": 1}
    named = {name: there[name] for name in there if f"{{{name}}}" in operation.path}
    modes = GenerationMode if operation.method == "post" else (GenerationMode.POSITIVE,)
    return st.one_of(operation.as_strategy(mode, path_parameters=named) for mode in modes)


def ask(case: Any, program: dict[str, Any]) -> None:
    with transaction.atomic():
        case.call_and_validate(
            headers=program["headers"],
            # The game's rules refuse some well-formed bodies, and much is public.
            excluded_checks=[positive_data_acceptance, ignored_auth],
        )
        transaction.set_rollback(True)


@given(data=st.data())
@settings(PATIENT, max_examples=examples(400))
def test_schemathesis_finds_nothing(data: st.DataObject, program: dict[str, Any]) -> None:
    label = data.draw(st.sampled_from(sorted(operations())))
    ask(data.draw(cases(operations()[label], program)), program)


@pytest.mark.at_length
def test_schemathesis_finds_nothing_at_any_address(program: dict[str, Any]) -> None:
    for operation in operations().values():
        asked = given(case=cases(operation, program))(lambda case: ask(case, program))
        settings(PATIENT, max_examples=examples(40))(asked)()
