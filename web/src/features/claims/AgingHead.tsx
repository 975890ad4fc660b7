import { AGES } from '@homecare/domain/claims/unpaid.ts';

/** The head of the table of what is unpaid, and of what stands in its place until it is there. */
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
