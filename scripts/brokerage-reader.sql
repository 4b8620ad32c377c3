-- Makes the role that finance and BI read with: it may read the views of docs/finance/data.md and nothing else.
-- A superuser runs this in the database of the read models; once more does no harm. The service grants
-- the views when its projector starts. For a password: alter role brokerage_reader password '…';
do $$
begin
  if not exists (select from pg_roles where rolname = 'brokerage_reader') then
    create role brokerage_reader login;
  end if;
  execute format('revoke connect, temporary on database %I from public', current_database());
  execute format('grant connect on database %I to brokerage_reader', current_database());
end
$$;
revoke create on schema public from public;

alter role brokerage_reader connection limit 10;
alter role brokerage_reader set default_transaction_read_only = on;
-- Whoever reads for long keeps a refilled read model from being served.
alter role brokerage_reader set statement_timeout = '60s';
alter role brokerage_reader set idle_in_transaction_session_timeout = '60s';
