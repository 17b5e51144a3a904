import { Queryable, statement } from '../../common/database/database';

/** Something in the database's catalog that has a say in what statements mean, write or show. */
export interface CatalogPart {
  /** Its kind and name. */
  part: string;
  /** What it is, as SHA-256. */
  print: string;
}

/** Whatever schema they are in. Temporary ones are their session's alone; row types and lists come with what they are made of. */
const MADE = `
  select 'pg_namespace'::regclass as class, oid, nspowner as owner, oid as schema from pg_namespace where nspname not in ('public', 'information_schema')
  union all select 'pg_class'::regclass, oid, relowner, relnamespace from pg_class where relkind in ('v', 'm', 'f', 'p', 'c')
  union all select 'pg_proc'::regclass, oid, proowner, pronamespace from pg_proc
  union all select 'pg_operator'::regclass, oid, oprowner, oprnamespace from pg_operator
  union all select 'pg_opclass'::regclass, oid, opcowner, opcnamespace from pg_opclass
  union all select 'pg_opfamily'::regclass, oid, opfowner, opfnamespace from pg_opfamily
  union all select 'pg_type'::regclass, oid, typowner, typnamespace from pg_type t where typrelid = 0 and not exists (select from pg_type e where e.typarray = t.oid)
  union all select 'pg_cast'::regclass, c.oid, t.typowner, 0 from pg_cast c join pg_type t on t.oid = greatest(c.castsource, c.casttarget)
  union all select 'pg_collation'::regclass, oid, collowner, collnamespace from pg_collation
  union all select 'pg_conversion'::regclass, oid, conowner, connamespace from pg_conversion
  union all select 'pg_ts_config'::regclass, oid, cfgowner, cfgnamespace from pg_ts_config
  union all select 'pg_ts_dict'::regclass, oid, dictowner, dictnamespace from pg_ts_dict
  union all select 'pg_event_trigger'::regclass, oid, evtowner, 0 from pg_event_trigger`;

/** 16384 is the first number that is not built in. An extension that a superuser stands for brings its own; what somebody else put into it is none of them. */
const FOREIGN = `made as (
  select m.class, m.oid from (${MADE}) m
   where m.oid >= 16384 and not exists (select from pg_namespace n where n.oid = m.schema and n.nspname like 'pg\\_%')
     and not exists (select from pg_depend d join pg_roles r on r.oid = m.owner and r.rolsuper
                      where d.classid = m.class and d.objid = m.oid and d.refclassid = 'pg_extension'::regclass and d.deptype = 'e'))`;

/** Not every version of Postgres puts the schema before the same types: it is left out where migrations make such things. */
const NAME_OF_MADE = `case m.class
    when 'pg_proc'::regclass then (select format('%s %s.%s(%s)', i.type, n.nspname, p.proname, oidvectortypes(p.proargtypes)) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.oid = m.oid)
    else i.type || ' ' || i.identity end`;

/** A function's own words; what a view says, but for the names of tables before columns, which older servers add; of all else that it is there. */
const PRINT_OF_MADE = `case m.class
    when 'pg_proc'::regclass then (select concat_ws('|', l.lanname, p.prokind, p.provolatile, p.prosecdef, p.proisstrict, p.proconfig, p.prorettype::regtype, p.prosrc, p.prosqlbody is not null)
                                     from pg_proc p join pg_language l on l.oid = p.prolang where p.oid = m.oid)
    when 'pg_class'::regclass then (select concat_ws('|', c.relkind, c.reloptions, regexp_replace(pg_get_viewdef(c.oid), '\\m\\w+\\.', '', 'g')) from pg_class c where c.oid = m.oid)
    else '' end`;

/**
 * What hangs on the product's tables: columns with their defaults, constraints also of other tables that point here, what is unique or calls
 * functions among the indexes (others only make things faster), triggers before or after a statement or at the end of the transaction,
 * rules, policies, and tables whose rows show up in these.
 */
const ATTACHED = `
  select 'table ' || t.relname as part, concat_ws('|', t.relkind, t.relpersistence, t.relrowsecurity, t.relforcerowsecurity) as print from tables t
  union all
  select format('column %s.%s', t.relname, a.attname), concat_ws('|', format_type(a.atttypid, a.atttypmod), nullif(a.attcollation, 100)::regcollation, a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid))
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
   where t.relkind <> 'v'
  union all
  select format('constraint %s on %s', k.conname, k.conrelid::regclass), concat_ws('|', pg_get_constraintdef(k.oid), k.convalidated)
    from pg_constraint k where k.contype not in ('n', 't') and k.conrelid <> 0 and (k.conrelid in (select oid from tables) or k.confrelid in (select oid from tables))
  union all
  select format('index %s on %s', i.indexrelid::regclass, t.relname), pg_get_indexdef(i.indexrelid)
    from tables t join pg_index i on i.indrelid = t.oid
   where (i.indisunique or i.indexprs is not null or i.indpred is not null) and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = t.oid)
  union all
  select format('trigger %s on %s', g.tgname, t.relname), concat_ws('|', g.tgenabled, pg_get_triggerdef(g.oid))
    from tables t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal or g.tgenabled <> 'O'
  union all select format('rule %s on %s', w.rulename, t.relname), '' from tables t join pg_rewrite w on w.ev_class = t.oid where w.rulename <> '_RETURN'
  union all select format('policy %s on %s', p.polname, t.relname), '' from tables t join pg_policy p on p.polrelid = t.oid
  union all select format('%s, which inherits from %s,', h.inhrelid::regclass, h.inhparent::regclass), '' from pg_inherits h
   where h.inhparent in (select oid from tables) or h.inhrelid in (select oid from tables)`;

const PARTS = statement<CatalogPart>(
  'activity-log-catalog-parts',
  `with tables as materialized (
     select c.* from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and ($1::text[] is null or c.relname = any($1))),
   ${FOREIGN}, parts as (
     ${ATTACHED}
     union all select ${NAME_OF_MADE}, ${PRINT_OF_MADE} from made m cross join pg_identify_object(m.class, m.oid, 0) i)
   select part, encode(sha256(convert_to(print, 'UTF8')), 'hex') as print from parts order by 1`,
);

/** Nothing that somebody else made has a say in these statements: a function in `public` for the very types of a call would come before the catalog's. */
const CATALOG_ALONE = 'set local search_path = pg_catalog, pg_temp';

/**
 * @param tables the product's; null for all there are
 * @param tx looks through the catalog alone from here on
 */
export async function listCatalogParts(tx: Queryable, tables: readonly string[] | null): Promise<CatalogPart[]> {
  await tx.query(CATALOG_ALONE);
  return tx.query(PARTS, [tables]);
}
