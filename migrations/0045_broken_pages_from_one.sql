-- numbers: the page of a page_broken counts from 1, as operators read it. Reports last nine days.
UPDATE number_events SET page = page + 1 WHERE name = 'page_broken';
