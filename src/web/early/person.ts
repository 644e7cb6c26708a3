import { read, storedKeys } from '../storage.ts';

/** Shows the theme that was chosen here, and the name of the user who is logged in here. */
export function showPerson(): void {
  const { dataset, style } = document.documentElement;
  const theme = read(storedKeys.theme);
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (!read(storedKeys.userUuid)) return;
  dataset.user = '';
  const username = read(storedKeys.username);
  if (username) style.setProperty('--username', JSON.stringify(username));
}
