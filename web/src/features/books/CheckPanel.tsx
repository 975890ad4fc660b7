import type { BookPart, CheckResult } from '@homecare/domain/books/schema.ts';
import { isListed } from '@homecare/domain/books/tally.ts';
import { counted } from '@homecare/domain/counted.ts';
import classes from './BooksPage.module.css';
import { CHECK_WORDS, PART_WORDS, showValue } from './book-words.ts';

interface CheckPanelProps {
  readonly result: CheckResult;
  /** Shows the records of a part, or those that do not add up. */
  readonly onList: (part: BookPart | 'broken') => void;
}

/** One check: a total, the parts that add up to it, and what does not. */
export const CheckPanel = ({ result, onList }: CheckPanelProps) => {
  const { check, looked, parts, total, brokenCount } = result;
  const { title, total: totalName, nouns } = CHECK_WORDS[check];
  return (
    <section className={classes.check} aria-label={title} data-broken={brokenCount > 0 || undefined}>
      <h2 className={classes.title}>
        {title}
        <span className={classes.looked}>{counted(looked, ...nouns)}</span>
      </h2>
      {brokenCount > 0 && (
        <button type="button" className={classes.list} data-tone="danger" onClick={() => onList('broken')}>
          {brokenCount === 1 ? '1 does not add up' : `${brokenCount.toLocaleString('en-US')} do not add up`}
        </button>
      )}
      <table className={classes.sums} aria-label={`${title}: what it adds up to`}>
        <tbody>
          {parts.map(({ part, value, count }) => (
            <tr key={part}>
              <td>
                {isListed(part) ? (
                  <button type="button" className={classes.list} onClick={() => onList(part)}>
                    {`${PART_WORDS[part]} (${count.toLocaleString('en-US')})`}
                  </button>
                ) : (
                  PART_WORDS[part]
                )}
              </td>
              <td>{showValue(check, value)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{totalName}</th>
            <td>{showValue(check, total)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
};
