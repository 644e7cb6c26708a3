-- moving: the list of the old addresses that lead on, as its owner wrote it; one row, which is missing until there is a list.
CREATE TABLE redirect_lists (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  text text NOT NULL,
  hosts text[] NOT NULL, -- beyond the site's own, that a line may lead to
  count integer NOT NULL, -- of its redirects
  version uuid NOT NULL DEFAULT gen_random_uuid() -- another one after each change: processes ask whether they know it
);
