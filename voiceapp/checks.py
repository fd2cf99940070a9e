"""System checks: what the environment promised, looked at once at every start, with ids and hints."""

import os
import stat

from django.conf import settings
from django.core.checks import Error, Tags, Warning, register

from voiceapp import storage


@register(Tags.security)
def transport_check(app_configs, **kwargs):
    """Plain http is fine for this machine alone; for anything further it is named at every start."""
    reachable = [host for host in settings.ALLOWED_HOSTS if host not in settings.LOOPBACK_HOSTS]
    findings = []
    if reachable and not settings.VOICE_HTTPS:
        findings.append(
            Warning(
                f"Passwords and voices travel in the clear: VOICE_HTTPS is off, yet {', '.join(reachable)} is allowed.",
                hint="End TLS in front of Koebo and remove VOICE_HTTPS, or allow only localhost.",
                id="koebo.W001",
            )
        )
    if reachable and settings.DEBUG:
        findings.append(
            Warning(
                f"DEBUG shows settings and source to everybody who can reach {', '.join(reachable)}.",
                hint="Unset DEBUG.",
                id="koebo.W002",
            )
        )
    if "*" in settings.ALLOWED_HOSTS:
        findings.append(
            Warning("ALLOWED_HOSTS is *: any Host header is believed.", hint="Name the hosts.", id="koebo.W003")
        )
    return findings


@register(Tags.security)
def secret_key_check(app_configs, **kwargs):
    """A generated key that other users can read is no secret."""
    path = settings.VAR_ROOT / "secret_key"
    if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
        return [
            Warning(
                f"{path} can be read by other users of this machine.",
                hint=f"chmod 600 {path}, or remove it: a new key is made and everybody signs in again.",
                id="koebo.W004",
            )
        ]
    return []


@register(Tags.files)
def media_root_check(app_configs, **kwargs):
    """Registered audio must be writable now and still there tomorrow."""
    root = settings.VOICE_MEDIA_ROOT
    existing = next(folder for folder in (root, *root.parents) if folder.exists())
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        return [
            Error(
                f"The media root {root} cannot be written to.",
                hint="Give this user the folder, or set VOICE_MEDIA_ROOT to another one.",
                id="koebo.E001",
            )
        ]
    kind = storage.filesystem_type(existing)
    if kind in storage.EPHEMERAL_FILESYSTEMS:
        return [
            Warning(
                f"The media root {root} lies on {kind}: registered audio vanishes with this container or machine.",
                hint="Mount a lasting volume there, or set VOICE_MEDIA_ROOT.",
                id="koebo.W005",
            )
        ]
    return []
