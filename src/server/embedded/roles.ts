import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import pg from 'pg';
import { EmbeddedDatabaseError, type Home, LAUNCHER_ROLE, launcherFile, passwordFile, writeSecret } from './home.ts';
import { type Address, SOCKET_PORT } from './liveness.ts';

/** The role that the site uses, and its database: no superuser, so that no query reads files or starts programs. */
const SITE_ROLE = 'longstrip';
const DATABASE = 'longstrip';
const MAINTENANCE_DATABASE = 'postgres';
/** The role that changes an older cluster: no session can rename its own role. */
const CHANGING_ROLE = 'longstrip_change';

type At = { place: Home; address: Address };

/** The address for all work but starting and stopping. */
export function siteUrl(at: At): string {
  return urlOf(at, { role: SITE_ROLE, password: readFileSync(passwordFile(at.place), 'utf8') });
}

/**
 * The address for starting and stopping. An older cluster that has not been changed yet has one role for everything.
 */
export function launcherUrl(at: At): string {
  if (!existsSync(launcherFile(at.place))) return siteUrl(at);
  return urlOf(at, { role: LAUNCHER_ROLE, password: readFileSync(launcherFile(at.place), 'utf8') });
}

function urlOf({ place, address }: At, as: { role: string; password: string }, database = DATABASE): string {
  const who = `${as.role}:${as.password}`;
  if (address.kind === 'tcp') return `postgresql://${who}@127.0.0.1:${address.port}/${database}`;
  return `postgresql://${who}@localhost:${SOCKET_PORT}/${database}?host=${encodeURIComponent(place.home)}`;
}

/** Creates the site's role and database where they are missing, as at the first start. */
export async function createDatabase(at: At): Promise<void> {
  const url = new URL(launcherUrl(at));
  url.pathname = `/${MAINTENANCE_DATABASE}`;
  await within(url.href, async (client) => {
    const { rows } = await client.query('select from pg_roles where rolname = $1', [SITE_ROLE]);
    if (rows.length === 0) await client.query(createSiteRole(at.place));
    await client.query(`create database ${DATABASE} owner ${SITE_ROLE}`);
  });
}

function createSiteRole(place: Home): string {
  const password = pg.escapeLiteral(readFileSync(passwordFile(place), 'utf8'));
  return `create role ${SITE_ROLE} login password ${password}`;
}

export const isOlder = (place: Home) => !existsSync(launcherFile(place));

/**
 * The only role of an older cluster is a superuser, which the site uses. This gives that role to the launcher, and the
 * site gets a new role with the same name and password, which owns all its objects. After an interruption the next
 * start repeats it.
 */
export async function separateRoles(at: At): Promise<void> {
  const { place } = at;
  const draft = `${launcherFile(place)}.new`;
  const secret = existsSync(draft) ? readFileSync(draft, 'utf8') : '';
  const password = secret || writeSecret(place, draft);
  const launcher = urlOf(at, { role: LAUNCHER_ROLE, password });
  if (!(await opens(launcher))) await changeOwner(at, password);
  await within(launcher, (client) => client.query(`drop role if exists ${CHANGING_ROLE}`));
  renameSync(draft, launcherFile(place));
}

async function changeOwner(at: At, password: string): Promise<void> {
  const changing = { role: CHANGING_ROLE, password: randomBytes(24).toString('hex') };
  await within(siteUrl(at), async (client) => {
    await client.query(`drop role if exists ${CHANGING_ROLE}`);
    await client.query(`create role ${CHANGING_ROLE} superuser login password ${pg.escapeLiteral(changing.password)}`);
  });
  await within(urlOf(at, changing), async (client) => {
    await client.query('begin');
    await client.query(`alter role ${SITE_ROLE} rename to ${LAUNCHER_ROLE}`);
    await client.query(`alter role ${LAUNCHER_ROLE} password ${pg.escapeLiteral(password)}`);
    await client.query(createSiteRole(at.place));
    await client.query(`alter database ${DATABASE} owner to ${SITE_ROLE}`);
    const { rows } = await client.query<{ change: string }>(LIST_CHANGES, [LAUNCHER_ROLE, SITE_ROLE]);
    for (const { change } of rows) await client.query(change);
    await client.query('commit');
  });
}

/** The statements that give every object of the database, except those of extensions, to another owner. */
const LIST_CHANGES = `
  with mine as (select oid from pg_roles where rolname = $1),
  places as (select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
  things as (
    select 'pg_namespace'::regclass as class, oid, nspowner as owner, 'schema ' || quote_ident(nspname) as name from places
    union all
    select 'pg_class'::regclass, c.oid, c.relowner,
      case c.relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'S' then 'sequence '
        when 'f' then 'foreign table ' else 'table ' end || c.oid::regclass
    from pg_class c join places p on p.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      -- A column's sequence follows its table.
      and not (c.relkind = 'S' and exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
    union all
    select 'pg_proc'::regclass, f.oid, f.proowner, 'routine ' || f.oid::regprocedure
    from pg_proc f join places p on p.oid = f.pronamespace
    union all
    select 'pg_type'::regclass, t.oid, t.typowner, 'type ' || t.oid::regtype
    from pg_type t join places p on p.oid = t.typnamespace
    where t.typtype in ('e', 'd', 'r', 'c')
      and (t.typrelid = 0 or (select relkind = 'c' from pg_class where oid = t.typrelid))
    union all
    select 'pg_statistic_ext'::regclass, s.oid, s.stxowner,
      'statistics ' || quote_ident(p.nspname) || '.' || quote_ident(s.stxname)
    from pg_statistic_ext s join places p on p.oid = s.stxnamespace
  )
  select 'alter ' || name || ' owner to ' || quote_ident($2) as change from things
  where owner = (select oid from mine)
    and not exists (select from pg_depend d
      where d.classid = things.class and d.objid = things.oid and d.deptype = 'e')`;

async function opens(url: string): Promise<boolean> {
  try {
    await within(url, async () => {});
    return true;
  } catch (error) {
    // 28P01: the role is missing or has another password.
    if (error instanceof Error && 'code' in error && error.code === '28P01') return false;
    throw error;
  }
}

async function within<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // whoever waits for an answer is told
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Stops exactly the database of this connection, even where its processes are not visible from here. */
export async function stopByConnection(client: pg.Client): Promise<void> {
  // SIGINT is PostgreSQL's "fast" stop: a checkpoint, and no recovery next time. It ends the programs of our backend by
  // SIGTERM, also this one. Programs run in the cluster's folder. The program reads its row first: if it ended before
  // the row is written, the copy would fail ("could not close pipe").
  await client
    .query(`copy (select 1) to program 'trap "" TERM; read -r row; read -r pid < postmaster.pid && kill -INT "$pid"'`)
    .catch((error) => {
      const reason = error instanceof Error ? error.message : String(error);
      // The server may end before it can confirm the command.
      if (!/terminat|closed|ECONNRESET|EPIPE/i.test(reason))
        throw new EmbeddedDatabaseError(`The database could not be stopped: ${reason}`, { cause: error });
    });
}
