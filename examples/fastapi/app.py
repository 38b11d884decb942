import logging
import os
from typing import List
from urllib.parse import quote

import httpx
from fastapi import FastAPI, Query

app = FastAPI()
gatehouse = httpx.AsyncClient(
    base_url=os.environ.get("GATEHOUSE_URL", "http://127.0.0.1:8080"),
    headers={"Authorization": f"Bearer {os.environ['GATEHOUSE_TOKEN']}"},
    timeout=2,
)


async def enabled(key: str, actor: str, groups: List[str]) -> bool:
    """Evaluates a feature over OFREP. Without an answer the feature is disabled."""
    context = {"targetingKey": actor, "groups": groups}
    try:
        response = await gatehouse.post(
            f"/ofrep/v1/evaluate/flags/{quote(key, safe='')}", json={"context": context}
        )
        if response.status_code == 404:  # No such feature yet.
            return False
        response.raise_for_status()
        return response.json()["value"] is True
    except (httpx.HTTPError, KeyError, ValueError) as error:
        logging.warning("%s is disabled: %r", key, error)
        return False


@app.get("/checkout")
async def checkout(user: str, group: List[str] = Query([])):
    is_new = await enabled("new_checkout", f"User;{user}", group)
    return {"checkout": "new" if is_new else "old"}
