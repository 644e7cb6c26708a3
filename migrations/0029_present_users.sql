-- accounts: those who have not left, to be counted.
CREATE INDEX users_present ON users (id) WHERE username_key IS NOT NULL;
