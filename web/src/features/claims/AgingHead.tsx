import { AGES } from '@homecare/domain/claims/unpaid.ts';

/** Head of the table of unpaid amounts, and of its placeholder. */
export const AgingHead = () => (
  <thead>
    <tr>
      <th scope="col">Days since the service</th>
      {AGES.map((age) => (
        <th key={age} scope="col">
          {age}
        </th>
      ))}
      <th scope="col">Total</th>
    </tr>
  </thead>
);
