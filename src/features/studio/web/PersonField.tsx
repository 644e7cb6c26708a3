import { Combobox } from './Combobox.tsx';
import { useStudioText } from './words.ts';

/** A field for somebody with an account: it finds them by the beginnings of their names; its value is their id. */
export function PersonField({ name, error }: { name: string; error?: string | null | undefined }) {
  const { t } = useStudioText();
  return (
    <Combobox<{ uuid: string; username: string }>
      name={name}
      label={t('kit.person')}
      // It holds a person or nothing: whatever else is wrong, one is to be chosen.
      error={error && t('picker.choosePerson')}
      pathFor={(text) => `/users?${new URLSearchParams({ q: text, page_size: '20' })}`}
      choiceOf={({ uuid, username }) => ({ value: uuid, label: username, shown: <bdi>{username}</bdi> })}
    />
  );
}
