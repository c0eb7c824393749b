"""Long answers in pages: ``count``, ``next``, ``previous``, ``results``; ``?page=`` and ``?page_size=``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

PAGE_PARAMETERS = [
    OpenApiParameter("page", int, description=gettext_lazy("Which page, from 1.")),
    OpenApiParameter("page_size", int, description=gettext_lazy("How many on a page, 200 at most.")),
]


class Pages(PageNumberPagination):
    """Fifty on a page, two hundred at most."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


def paged(
    request: Request, rows: QuerySet[Any] | Sequence[Any], shape: Callable[..., serializers.BaseSerializer]
) -> Response:
    """The page of rows that was asked for, in their shape."""
    pages = Pages()
    page = pages.paginate_queryset(rows, request)
    return pages.get_paginated_response(shape(page, many=True, context={"request": request}).data)


def page_of(shape: type[serializers.Serializer]) -> serializers.Serializer:
    """The shape of a page of these, for the schema."""
    return inline_serializer(
        f"PageOf{shape.__name__.removesuffix('Shape')}s",
        {
            "count": serializers.IntegerField(),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": shape(many=True),
        },
    )
