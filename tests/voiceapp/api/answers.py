"""What tests expect of answers."""


def problem(response, status: int, code: str) -> dict:
    """Return the body of a problem answer after checking that it is a whole one."""
    body = response.json()
    assert response.status_code == status, body
    assert response["Content-Type"] == "application/problem+json"
    assert {"type", "title", "status", "code", "detail", "measured", "limit"} <= body.keys()
    assert body["status"] == status
    assert body["code"] == code, body
    assert body["type"] == f"urn:koebo:problem:{code}"
    return body


def ok(response, status: int = 200):
    """Return the body of a good answer."""
    assert response.status_code == status, response.content
    return response.json() if response.content else None
