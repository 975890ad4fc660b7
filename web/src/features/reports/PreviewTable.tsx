import type { CellKind, CellValue, ReportPreview } from '@homecare/domain/reports/schema.ts';
import { showCell } from '@homecare/domain/reports/table.ts';
import { getPageFile } from '@homecare/domain/timesheets/contract.ts';
import { Pagination } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { requestOf } from '../../platform/call-request.ts';
import { BASE } from '../../platform/send.ts';
import { smallIcon } from '../../ui/icons.ts';
import classes from './Preview.module.css';
import { isNumber, nextSort, type SortBy, shownColumns, sortRows } from './preview-rows.ts';

const PAGE_ROWS = 100;
const NONE = '–';

const SORTED = { up: 'ascending', down: 'descending' } as const;

/** A filed page is opened in a window of its own, as it came. */
const PreviewCell = ({ value, kind }: { readonly value: CellValue; readonly kind: CellKind }) => {
  const shown = showCell(value, kind, NONE);
  if (kind !== 'scan' || typeof value !== 'number') return shown;
  return (
    <a href={BASE + requestOf(getPageFile, { id: value }).path} target="_blank" rel="noopener noreferrer">
      {shown}
    </a>
  );
};

/** The rows of a report with its totals; every column can be sorted by. */
export const PreviewTable = ({ report }: { readonly report: ReportPreview }) => {
  const [sort, setSort] = useState<SortBy | null>(null);
  const [page, setPage] = useState(1);
  const columns = useMemo(() => shownColumns(report), [report]);
  const rows = useMemo(() => sortRows(report.rows, sort), [report.rows, sort]);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
  const shown = rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  const sortedBy = (at: number) => (sort?.column === at ? SORTED[sort.down ? 'down' : 'up'] : undefined);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard. */}
      <section className={classes.region} aria-label={`Rows of ${report.name}`} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map(({ title, kind, width, at }) => (
                <th
                  key={title}
                  scope="col"
                  aria-sort={sortedBy(at)}
                  data-right={isNumber(kind) || undefined}
                  style={{ '--chars': width }}
                >
                  <button
                    type="button"
                    className={classes.sort}
                    onClick={() => {
                      setSort(nextSort(sort, at));
                      setPage(1);
                    }}
                  >
                    {title}
                    {sort?.column === at &&
                      (sort.down ? (
                        <IconArrowDown {...smallIcon} aria-hidden />
                      ) : (
                        <IconArrowUp {...smallIcon} aria-hidden />
                      ))}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and none is kept between orders.
              <tr key={n}>
                {columns.map(({ title, kind, at }) => (
                  <td key={title} data-kind={kind} data-right={isNumber(kind) || undefined}>
                    <PreviewCell value={row[at] ?? null} kind={kind} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              {columns.map(({ title, kind, at }) => {
                const total = report.totals[at] ?? null;
                const words = typeof total === 'string' ? total : showCell(total, kind, '');
                return (
                  <td key={title} data-right={isNumber(kind) || undefined}>
                    {kind === 'money' && words !== '' ? `$${words}` : words}
                  </td>
                );
              })}
            </tr>
          </tfoot>
        </table>
      </section>
      {pages > 1 && (
        <Pagination
          mt={12}
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? 'Next page' : 'Previous page',
          })}
        />
      )}
    </>
  );
};
