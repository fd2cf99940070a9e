"""REST."""

urlpatterns = []
