"""Routes about profiles and their keys."""

from underdeck.serve import messages
from underdeck.serve.routes.base import PROFILE, Request, Router

router = Router()


@router.post("/api/profiles", "Create a profile and its key")
async def create_profile(request: Request, body: messages.NewProfile) -> messages.ProfileKey:
    """Create a profile."""
    return await request.service.profiles.create(body)


@router.get(
    "/api/profile", "Get the profile with its tables and results", key=PROFILE, is_versioned=True
)
async def show_profile(request: Request) -> messages.ProfileShown:
    """Return the profile."""
    return await request.service.profiles.show(request.secret)


@router.put("/api/profile", "Change the name or the language", key=PROFILE, is_versioned=True)
async def change_profile(request: Request, body: messages.NewProfile) -> messages.ProfileShown:
    """Replace the profile's name and language."""
    return await request.service.profiles.change(request.secret, body)


@router.delete("/api/profile", "Delete the profile, its keys and its list of results", key=PROFILE)
async def delete_profile(request: Request) -> messages.Health:
    """Delete the profile; its seats and the names at them stay."""
    return await request.service.profiles.delete(request.secret)


@router.delete("/api/profile/keys", "Sign out on all other devices", key=PROFILE)
async def sign_out_elsewhere(request: Request) -> messages.Health:
    """Revoke all other keys of the profile."""
    return await request.service.profiles.sign_out_others(request.secret)


@router.post("/api/profile/code", "Create a code for another device", key=PROFILE)
async def create_device_code(request: Request) -> messages.Code:
    """Create a short-lived code that gives another device access."""
    return await request.service.profiles.new_code(request.secret)


@router.post("/api/profile/claim", "Use a code on another device")
async def claim_profile(request: Request, body: messages.Claim) -> messages.ProfileKey:
    """Exchange a code for a key."""
    return await request.service.profiles.claim(body)


@router.post("/api/profile/key", "Replace the key", key=PROFILE)
async def rotate_key(request: Request) -> messages.Rotated:
    """Return a new key and revoke the old one."""
    return await request.service.keys.rotate(request.secret or "")


@router.post("/api/profile/seat", "Get a key to the profile's own seat", key=PROFILE)
async def own_seat(request: Request, body: messages.OwnSeat) -> messages.Seated:
    """Return a key to a seat that the profile took on another device."""
    return await request.service.profiles.open_seat(request.secret, body.table)
