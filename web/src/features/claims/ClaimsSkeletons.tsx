import { AGES } from '@homecare/domain/claims/unpaid.ts';
import { Title } from '@mantine/core';
import { Skeleton, SkeletonLine, SkeletonRows } from '../../ui/Skeleton.tsx';
import { AgingHead } from './AgingHead.tsx';
import denials from './Denials.module.css';
import unpaid from './Unpaid.module.css';

const REASON = 58;

/** Placeholder of the denials: the reasons, and the lines of the first one. */
export const DenialsSkeleton = () => (
  <Skeleton label="Loading denials…">
    <div className={denials.split}>
      <div>
        <SkeletonRows rows={5} height={REASON}>
          <SkeletonLine width="55%" />
          <SkeletonLine width={70} />
        </SkeletonRows>
      </div>
      <div className={denials.lines}>
        <SkeletonLine height={52} />
        <SkeletonRows rows={8} />
      </div>
    </div>
  </Skeleton>
);

const BLOCK = 8;

/** Placeholder of unpaid amounts: the ages, and the first lists. */
export const UnpaidSkeleton = () => (
  <Skeleton label="Loading what is unpaid…">
    <section className={unpaid.section}>
      <Title order={2} fz={15}>
        Unpaid
      </Title>
      <div className={unpaid.wide}>
        <table className={unpaid.ages}>
          <AgingHead />
          <tbody>
            <tr>
              <th scope="row">
                <SkeletonLine width={150} />
              </th>
              {[...AGES, 'Total'].map((age) => (
                <td key={age}>
                  <SkeletonLine width={60} />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </section>
    {['What blocks money', 'Paid less than expected'].map((title) => (
      <section key={title} className={unpaid.section}>
        <Title order={2} fz={15}>
          {title}
        </Title>
        <SkeletonRows rows={BLOCK} />
      </section>
    ))}
  </Skeleton>
);
