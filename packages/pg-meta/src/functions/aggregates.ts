import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { oid } from '../catalog/identifiers.ts'
import { retrieval, type Statement } from '../statement.ts'

export const AggregateDetails = z.object({
  id: z.number().int(),
  owner: z.string(),
  /** CREATE AGGREGATE with everything that makes it: Postgres itself prints none. */
  definition: z.string(),
})
export type AggregateDetails = z.infer<typeof AggregateDetails>

/** What makes an aggregate (Postgres documentation, CREATE AGGREGATE). No row when it is gone, or is a function of another kind. */
export function retrieveAggregate({ id }: { readonly id: number }): Statement<z.ZodOptional<typeof AggregateDetails>> {
  return retrieval(
    sql`select p.oid::int8 as id, pg_catalog.pg_get_userbyid(p.proowner)::text as owner,
  pg_catalog.format(E'CREATE AGGREGATE %I.%I(%s) (\\n%s\\n);', n.nspname, p.proname,
    case when p.pronargs = 0 then '*' else pg_catalog.pg_get_function_arguments(p.oid) end, (
      select pg_catalog.string_agg(pg_catalog.concat('  ', w.word, w.value), E',\\n' order by w.place) from (
        select f.place, f.word, pg_catalog.format(' = %I.%I', fn.nspname, fp.proname) as value
        from (values (1, 'SFUNC', a.aggtransfn::oid), (4, 'FINALFUNC', a.aggfinalfn::oid), (7, 'COMBINEFUNC', a.aggcombinefn::oid),
          (8, 'SERIALFUNC', a.aggserialfn::oid), (9, 'DESERIALFUNC', a.aggdeserialfn::oid), (11, 'MSFUNC', a.aggmtransfn::oid),
          (12, 'MINVFUNC', a.aggminvtransfn::oid), (15, 'MFINALFUNC', a.aggmfinalfn::oid)) f (place, word, id)
        join pg_catalog.pg_proc fp on fp.oid = f.id join pg_catalog.pg_namespace fn on fn.oid = fp.pronamespace
        union all
        select v.place, v.word, v.value from (values
          (2, 'STYPE', pg_catalog.concat(' = ', pg_catalog.format_type(a.aggtranstype, null))),
          (3, 'SSPACE', case when a.aggtransspace <> '0' then pg_catalog.concat(' = ', a.aggtransspace) end),
          (5, 'FINALFUNC_EXTRA', case when a.aggfinalextra then '' end),
          (6, 'FINALFUNC_MODIFY', case when a.aggfinalfn::oid <> '0' and a.aggfinalmodify <> case a.aggkind when 'n' then 'r'::"char" else 'w' end
            then case a.aggfinalmodify when 'r' then ' = READ_ONLY' when 's' then ' = SHAREABLE' else ' = READ_WRITE' end end),
          (10, 'INITCOND', pg_catalog.format(' = %L', a.agginitval)),
          (13, 'MSTYPE', case when a.aggmtranstype <> '0' then pg_catalog.concat(' = ', pg_catalog.format_type(a.aggmtranstype, null)) end),
          (14, 'MSSPACE', case when a.aggmtransspace <> '0' then pg_catalog.concat(' = ', a.aggmtransspace) end),
          (16, 'MFINALFUNC_EXTRA', case when a.aggmfinalextra then '' end),
          (17, 'MINITCOND', case when a.aggminitval is not null then pg_catalog.format(' = %L', a.aggminitval) end),
          (18, 'SORTOP', (select pg_catalog.format(' = operator(%I.%s)', os.nspname, o.oprname)
            from pg_catalog.pg_operator o join pg_catalog.pg_namespace os on os.oid = o.oprnamespace where o.oid = a.aggsortop)),
          (19, 'PARALLEL', case p.proparallel when 's' then ' = SAFE' when 'r' then ' = RESTRICTED' end),
          (20, 'HYPOTHETICAL', case when a.aggkind = 'h' then '' end)) v (place, word, value)
        where v.value is not null and not (v.word = 'INITCOND' and a.agginitval is null)
      ) w)) as definition
from pg_catalog.pg_proc p join pg_catalog.pg_aggregate a on a.aggfnoid = p.oid join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where p.oid = ${oid(id)};`,
    AggregateDetails,
  )
}
