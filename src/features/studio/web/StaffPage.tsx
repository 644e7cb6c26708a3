import { useState } from 'react';
import { ApiError } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { showToast } from '../../../web/ui/toasts.ts';
import type { Role } from '../contract.ts';
import { Ask } from './Ask.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { useStudioCalls, useStudioQuery } from './calls.ts';
import { Moment } from './Moment.tsx';
import { Loaded, Page, studioPage } from './Page.tsx';
import { PersonField } from './PersonField.tsx';
import { ReasonField } from './ReasonField.tsx';
import { Table } from './Table.tsx';
import { useStudioText } from './words.ts';

interface StaffRow {
  uuid: string;
  username: string;
  role: Role;
  since: string;
}

const roles: readonly Role[] = ['owner', 'editor', 'support'];

/** Everybody with a role. An owner gives roles, and takes them away. */
function StaffPage() {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const asked = useStudioQuery('/studio/staff');
  const [open, setOpen] = useState<StaffRow | 'new' | null>(null);
  const person = open === 'new' ? null : open;

  async function give(typed: (field: string) => string): Promise<void> {
    const uuid = person?.uuid ?? typed('uuid');
    if (uuid === '') {
      const details = [{ path: 'uuid', code: 'missing', message: 'must be chosen' }];
      throw new ApiError(400, { code: 'invalid_request', details });
    }
    const role = roles.find((each) => each === typed('role')) ?? null;
    await calls.send('PUT', '/studio/users/:uuid/role', { params: { uuid }, body: { role, reason: typed('reason') } });
    await asked.refetch();
    showToast({ text: t('kit.saved') });
  }

  return (
    <Page
      title={t('staff.title')}
      lead={t('staff.text')}
      actions={
        <Button variant="primary" onClick={() => setOpen('new')}>
          {t('staff.give')}
        </Button>
      }
    >
      <Loaded asked={asked}>
        {({ data: { result } }) => (
          <Table
            caption={t('staff.title')}
            rows={result}
            rowKey={({ uuid }) => uuid}
            empty={{ title: t('staff.nobody') }}
            columns={[
              { head: t('kit.person'), cell: ({ username }) => <bdi>{username}</bdi> },
              { head: t('staff.role'), cell: ({ role }) => t(`roles.${role}`), isWanted: true },
              { head: t('staff.since'), cell: ({ since }) => <Moment at={since} />, isWanted: true },
              {
                head: t('kit.actions'),
                isAction: true,
                cell: (row) => (
                  <Button aria-label={t('staff.changeOf', { name: row.username })} onClick={() => setOpen(row)}>
                    {t('kit.change')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <Ask
        open={open !== null}
        title={person ? t('staff.changeOf', { name: person.username }) : t('staff.give')}
        confirm={t('kit.save')}
        fields={['uuid', 'role', 'reason']}
        act={give}
        onClose={() => setOpen(null)}
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
                ...(person ? [{ value: '', label: t('roles.none') }] : []),
              ]}
            />
            <ReasonField error={faults.fields.reason} />
          </>
        )}
      </Ask>
    </Page>
  );
}

export const staffPage = studioPage(StaffPage);
