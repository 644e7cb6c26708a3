import { Combobox } from './Combobox.tsx';
import { useStudioQuery } from './calls.ts';
import { useStudioText } from './words.ts';

/** A field for somebody with an account: it finds them by the beginnings of their names; its value is their id. */
export function PersonField({ name, error }: { name: string; error?: string | null | undefined }) {
  const { t } = useStudioText();
  return (
    <Combobox
      name={name}
      label={t('kit.person')}
      // The field holds a person or nothing: whatever the error is, the remedy is to choose a person.
      error={error && t('picker.choosePerson')}
      useList={usePeople}
      choiceOf={({ uuid, username }) => ({ value: uuid, label: username, shown: <bdi>{username}</bdi> })}
    />
  );
}

function usePeople(text: string | null) {
  return useStudioQuery('/studio/users', text === null ? null : { query: { q: text, page_size: 20 } });
}
