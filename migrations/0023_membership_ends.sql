-- membership: whose membership ends soon, or has just ended.
CREATE INDEX memberships_by_end ON memberships (expire_at);
