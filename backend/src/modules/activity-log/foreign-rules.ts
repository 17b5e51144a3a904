import { Queryable, statement } from '../../common/database/database';

/** What runs beside the statements on a table, or hides rows of it, and is none of the product's own. */
export interface ForeignRule {
  table_name: string;
  rule_name: string;
}

/** The triggers that the migrations make: table, name, function. */
const TRIGGERS = [
  ['bookings', 'bookings_counted', 'count_booking'],
  ['session_note_files', 'session_note_files_signed', 'keep_signed_note_files'],
  ['session_note_versions', 'session_note_versions_kept', 'keep_note_version'],
  ['session_notes', 'session_notes_signed', 'keep_signed_note'],
  ['therapist_directory', 'therapist_directory_counted', 'count_therapist'],
  ['therapist_profiles', 'therapist_profiles_listed', 'list_therapist_profile'],
  ['users', 'users_listed', 'list_therapist_account'],
] as const;

/** What they run, as SHA-256 of the text between the dollar signs. */
const FUNCTIONS = {
  count_booking: 'afc5e0f1c705ad1c2688f4cbe2ac037f6fd1cf334adf88470e52896e7fa94d94',
  count_therapist: '04c28399b9ee668f0e5981ae815351b9a94c099792263264505eeeb90b54c0f1',
  keep_note_version: 'da18c24dcc6dbc1184ba8d9e69b370cd628330cb1fcfbdd22d6ad49fcf6ced1f',
  keep_signed_note: 'd1a0c40cbbaf119b252212c9db2bb0d1b5276e3f68e5aa7bceab64357657c121',
  keep_signed_note_files: '17e3409f11d9c62b5d29850ebfa85628551a34b4b3901142a8af8f4f6641b0cc',
  list_therapist: 'e68c8e8d4e884e59d531bd3dcca82009a29db73aff73998d0789dc0c50ba318f',
  list_therapist_account: '74fcadefb309d83185cbb84b4eb90b082ea990dad9422ad349f975f08884cf56',
  list_therapist_profile: '490d1d2d1a6d041299186e1e767004c02fdcc4add2b8a8b0852beecaa4dc8080',
};

/**
 * On every table: what is done on any other one within an hour of a deed can take the deed's entry away just as well. Before or after the
 * statement, at its row or at the end of the transaction.
 */
const FOREIGN_RULES = statement<ForeignRule>(
  'activity-log-foreign-rules',
  `with tables as (select c.oid, c.relname, c.relrowsecurity from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p'))
   select g.relname::text as table_name, t.tgname::text as rule_name
     from tables g join pg_trigger t on t.tgrelid = g.oid and not t.tgisinternal join pg_proc p on p.oid = t.tgfoid
     where t.tgenabled <> 'O' or p.pronamespace <> 'public'::regnamespace
       or (g.relname, t.tgname, p.proname) not in (select * from unnest($1::text[], $2::text[], $3::text[]))
       or encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex') is distinct from $4::jsonb ->> p.proname
   union select g.relname::text, p.proname::text
     from (values ('therapist_directory', 'list_therapist')) f (table_name, name) join tables g on g.relname = f.table_name
       join pg_proc p on p.proname = f.name and p.pronamespace = 'public'::regnamespace
     where encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex') is distinct from $4::jsonb ->> p.proname
   union select g.relname::text, r.rulename::text from tables g join pg_rewrite r on r.ev_class = g.oid
   union select g.relname::text, p.polname::text from tables g join pg_policy p on p.polrelid = g.oid
   union select g.relname::text, 'row security' from tables g where g.relrowsecurity
   union select 'every table', e.evtname::text from pg_event_trigger e
   order by 1, 2`,
);

/** Triggers, rules and policies that somebody else made, and those of the product that were changed or turned off. */
export function listForeignRules(on: Queryable): Promise<ForeignRule[]> {
  const column = (index: 0 | 1 | 2): string[] => TRIGGERS.map((trigger) => trigger[index]);
  return on.query(FOREIGN_RULES, [column(0), column(1), column(2), JSON.stringify(FUNCTIONS)]);
}
