import { Field } from '../../../../web/ui/Field.tsx';
import { zoneHere } from '../../../studio/web/times.ts';
import { useStudioText } from '../../../studio/web/words.ts';

/** The name of a time zone, by default the browser's; those that the browser knows are offered while one types. */
export function ZoneField({ error, onChange }: { error?: string | undefined; onChange?: (zone: string) => void }) {
  const { t } = useStudioText();
  const names = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
  return (
    <>
      <Field
        name="zone"
        label={t('publishing.zone')}
        defaultValue={zoneHere()}
        dir="ltr"
        list="studio-zones"
        error={error}
        onChange={(event) => onChange?.(event.target.value)}
        required
      />
      <datalist id="studio-zones">
        {['UTC', ...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
