import { useState } from 'react';
import { Switch } from '../../../../web/ui/Switch.tsx';
import type { Typed } from '../../../studio/web/Ask.tsx';
import { useStudioText } from '../../../studio/web/words.ts';

/** Whether followers are told of a release, in a dialog. */
export function TellField() {
  const { t } = useStudioText();
  const [isOn, setOn] = useState(true);
  return (
    <>
      <Switch label={t('publishing.tell')} isOn={isOn} onChange={setOn} />
      <input type="hidden" name="tell" value={isOn ? 'yes' : 'no'} />
    </>
  );
}

/** What was chosen there, as calls take it. */
export const typedSilence = (typed: Typed) => (typed('tell') === 'no' ? { silent: true } : {});
