import { ApiError } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toasts.ts';
import type { Role } from '../contract.ts';
import { Ask } from './Ask.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { useStudioCalls } from './calls.ts';
import { Facts } from './Page.tsx';
import { PersonField } from './PersonField.tsx';
import { ReasonField } from './ReasonField.tsx';
import { useStudioText } from './words.ts';

const roles: readonly Role[] = ['owner', 'editor', 'support'];

/** Gives somebody a role, or takes it away; `person` null: whoever is chosen. */
export function RoleDialog({
  open,
  person,
  onDone,
  onClose,
}: {
  open: boolean;
  person: { uuid: string; username: string; role: Role | null } | null;
  onDone: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useStudioText();
  const calls = useStudioCalls();

  async function give(typed: (field: string) => string): Promise<void> {
    const uuid = person?.uuid ?? typed('uuid');
    if (uuid === '') {
      const details = [{ path: 'uuid', code: 'missing', message: 'must be chosen' }];
      throw new ApiError(400, { code: 'invalid_request', details });
    }
    const role = roles.find((each) => each === typed('role')) ?? null;
    await calls.send('PUT', '/studio/users/:uuid/role', { params: { uuid }, body: { role, reason: typed('reason') } });
    await onDone();
    showToast({ text: t('kit.saved') });
  }

  return (
    <Ask
      open={open}
      title={person ? t('staff.changeOf', { name: person.username }) : t('staff.give')}
      confirm={t('kit.save')}
      fields={['uuid', 'role', 'reason']}
      act={give}
      onClose={onClose}
    >
      {(faults) => (
        <>
          {!person && <PersonField name="uuid" error={faults.fields.uuid} />}
          <ChoiceField
            name="role"
            label={t('staff.role')}
            defaultValue={person?.role ?? 'editor'}
            options={[
              ...roles.map((role) => ({ value: role, label: t(`roles.${role}`) })),
              ...(person?.role ? [{ value: '', label: t('roles.none') }] : []),
            ]}
          />
          <Facts facts={roles.map((role) => [t(`roles.${role}`), t(`roles.may.${role}`)] as const)} />
          <ReasonField error={faults.fields.reason} />
        </>
      )}
    </Ask>
  );
}
