"""Fixtures of the people of an evening."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User


@pytest.fixture
def arbiter(db: None) -> User:
    return User.objects.create_user("arbiter")
