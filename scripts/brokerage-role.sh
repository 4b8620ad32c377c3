# Run once by the image of PostgreSQL, when it makes its database.
psql -v ON_ERROR_STOP=1 -v password="$READ_MODELS_PASSWORD" -U postgres <<'SQL'
create role brokerage login password :'password';
create database brokerage owner brokerage;
SQL
psql -v ON_ERROR_STOP=1 -U postgres -d brokerage -f /etc/brokerage-reader.sql
psql -v ON_ERROR_STOP=1 -v password="$READ_MODELS_READER_PASSWORD" -U postgres <<'SQL'
alter role brokerage_reader password :'password';
SQL
