import { BOOK_CHECKS } from '@homecare/domain/books/schema.ts';
import { Skeleton, SkeletonLine, SkeletonRows } from '../../ui/Skeleton.tsx';
import classes from './BooksPage.module.css';
import { CHECK_WORDS } from './book-words.ts';

const SUM = 26;

/** In the place of the books: when they were checked last, and each check with its sums. */
export const BooksSkeleton = () => (
  <Skeleton label="Loading the books…">
    <SkeletonLine height={54} />
    <div className={classes.checks}>
      {BOOK_CHECKS.map((check) => (
        <section key={check} className={classes.check}>
          <h2 className={classes.title}>{CHECK_WORDS[check].title}</h2>
          <SkeletonRows rows={4} height={SUM}>
            <SkeletonLine width="55%" />
            <SkeletonLine width={80} />
          </SkeletonRows>
        </section>
      ))}
    </div>
  </Skeleton>
);
