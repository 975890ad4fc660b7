/** A maximum of 0 means no limit. */
export const isClientMaximumReached = (activeClients: number, maxClients: number) =>
  maxClients > 0 && activeClients >= maxClients;

export const clientMaximum = (maxClients: number) =>
  `Your agency has reached its maximum of ${maxClients} active clients.`;
