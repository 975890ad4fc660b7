-- What a key was first used for, as HMAC under the site's key: another payload under the same key is refused.

alter table idempotency_keys add payload bytea;
