ALTER TABLE images ADD COLUMN unused_since timestamptz; -- nothing shows it since; after a day it is freed
