-- studio: ids of calls go when the audit forgets the calls.
CREATE INDEX studio_requests_by_time ON studio_requests (created_at);
