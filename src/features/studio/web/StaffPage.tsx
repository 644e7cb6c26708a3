import { useState } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import type { Role } from '../contract.ts';
import { studioPaths } from '../pages.ts';
import { useStudioQuery } from './calls.ts';
import { Moment } from './Moment.tsx';
import { Loaded, Page, studioPage } from './Page.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { Table } from './Table.tsx';
import { useStudioText } from './words.ts';

interface StaffRow {
  uuid: string;
  username: string;
  role: Role;
  since: string;
}

/** Everybody with a role. An owner gives roles, and takes them away. */
function StaffPage() {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/staff');
  const [open, setOpen] = useState<StaffRow | 'new' | null>(null);
  const person = open === 'new' ? null : open;

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
            to={({ uuid }) => studioPaths.person(uuid)}
            empty={{ title: t('staff.nobody') }}
            columns={[
              { head: t('kit.person'), cell: ({ username }) => <bdi>{username}</bdi> },
              { head: t('staff.role'), cell: ({ role }) => t(`roles.${role}`), isWanted: true },
              { head: t('staff.may'), cell: ({ role }) => t(`roles.may.${role}`) },
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
      <RoleDialog open={open !== null} person={person} onDone={() => asked.refetch()} onClose={() => setOpen(null)} />
    </Page>
  );
}

export const staffPage = studioPage(StaffPage);
