from django.apps import AppConfig


class VoiceappConfig(AppConfig):
    name = "voiceapp"
    verbose_name = "Koebo"

    def ready(self):
        from voiceapp import checks  # noqa: F401  importing registers them
