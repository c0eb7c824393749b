"""A picture drawn anew, so that its file holds nothing else. 90 kB can hold fifty million
points.
"""

from __future__ import annotations

import io

from PIL import Image, ImageOps

from ground.apart import NotRead, answer

MOST_PIXELS = 50_000_000
LARGEST_PICTURE = (1920, 1080)


def read(content: bytes) -> bytes:
    with Image.open(io.BytesIO(content), formats=("JPEG", "PNG", "WEBP")) as picture:
        if picture.width * picture.height > MOST_PIXELS:
            raise NotRead("file_too_large_unpacked")
        picture.draft("RGB", LARGEST_PICTURE)
        ImageOps.exif_transpose(picture, in_place=True)
        picture.thumbnail(LARGEST_PICTURE)
        drawn = picture.convert("RGBA")
    ground = Image.new("RGB", drawn.size, "white")
    ground.paste(drawn, mask=drawn.getchannel("A"))
    kept = io.BytesIO()
    ground.save(kept, "JPEG", quality=85)
    return kept.getvalue()


if __name__ == "__main__":
    answer(read)
