-- An account that is suspended keeps all it has, and nobody signs in with it until an admin resumes it.
alter table accounts add column suspended timestamptz;
