import { hideBars } from '../hidden-bars.ts';
import { parsed, read, storedKeys } from '../storage.ts';

/** Shows the theme and the user's name that this browser has stored, and hides the announcements that its reader has. */
export function showPerson(): void {
  hideBars();
  const { dataset, style } = document.documentElement;
  const theme = read(storedKeys.theme);
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  // Who has said to be an adult does not see the question of the server's page, not even until the code runs.
  if (Object(parsed(read('READER_SETTINGS') ?? '')).adult === true) dataset.adult = '';
  if (!read(storedKeys.userUuid)) return;
  dataset.user = '';
  const username = read(storedKeys.username);
  if (username) style.setProperty('--username', JSON.stringify(username));
}
