-- Prior authorizations moved from the claims, which only take them, to a feature of their own.
comment on table client_pars is 'What a payer permits for a client and a care plan type';
