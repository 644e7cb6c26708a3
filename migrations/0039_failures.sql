-- publishing: a failure that needs nobody any more.
ALTER TABLE batches ADD COLUMN dismissed_at timestamptz;
ALTER TABLE batch_files ADD COLUMN dismissed_at timestamptz;

-- numbers: the pictures that did not come, found without reading all events.
CREATE INDEX number_events_broken ON number_events (chapter_id, language, page) WHERE name = 'page_broken';

-- health: pages that were looked at after browsers told of them; older reports of a whole page are settled.
CREATE TABLE page_checks (
  chapter_id uuid NOT NULL,
  language text NOT NULL,
  page integer NOT NULL, -- from 1
  checked_at timestamptz NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('fine', 'repaired', 'lost')),
  PRIMARY KEY (chapter_id, language, page)
);
