import { type ConnectionTarget, connectionUri, hostInUri, passwordPlaceholder, percentEncode } from '../../../lib/connection-uri.ts'
import type { Language } from '../../../lib/code-text/highlight.ts'
import { type CodeFile, type DatabaseParameters, envFile, lines } from '../guide.ts'
import { shellArgument } from '../../../lib/code-text/shell-argument.ts'
import { adoValue, keywordValue, phpText } from './quoting.ts'

/** One way to write down where a database is, and what a first program with it looks like. */
export interface ConnectionType {
  readonly id: string
  readonly label: string
  readonly language: Language
  readonly text: (parameters: DatabaseParameters) => string
  /** Commands that bring the driver. */
  readonly install: readonly string[]
  /** Files that connect and ask for the version. */
  readonly files: (parameters: DatabaseParameters) => readonly CodeFile[]
  /** How the files are run. */
  readonly run?: string
  readonly docs: string
  /** Whether the password stands in the text. */
  readonly hasPassword: boolean
}

const uriOf = ({ target, password }: DatabaseParameters, scheme?: string): string => connectionUri(target, password, scheme)
/** Node’s driver treats `require` as `verify-full`, unless it's set to the usual libpq behavior. */
export const nodeUri = (target: ConnectionTarget, password: string | null): string =>
  connectionUri(target, password).replace('?sslmode=', '?uselibpqcompat=true&sslmode=')
const databaseUrl = (uri: string): string => `DATABASE_URL=${uri}`
const environment = (uri: string): CodeFile => envFile('.env', { DATABASE_URL: uri })

/** Pgx prepares statements automatically, which a transaction pooler doesn't support. */
const goUri = (parameters: DatabaseParameters): string =>
  `${uriOf(parameters)}${parameters.isTransactionPooler ? `${parameters.target.sslmode ? '&' : '?'}default_query_exec_mode=exec` : ''}`

const jdbc = ({ target, password, isTransactionPooler }: DatabaseParameters): string => {
  const { db_host, db_port, db_name, db_user, sslmode } = target
  const secret = password === null ? passwordPlaceholder : percentEncode(password)
  const place = `${hostInUri(db_host)}:${db_port}/${percentEncode(db_name)}`
  return `jdbc:postgresql://${place}?user=${percentEncode(db_user)}&password=${secret}${sslmode ? `&sslmode=${sslmode}` : ''}${isTransactionPooler ? '&prepareThreshold=0' : ''}`
}

const ado = ({ target, password, isTransactionPooler }: DatabaseParameters): string =>
  [
    `Host=${adoValue(target.db_host)}`,
    `Port=${target.db_port}`,
    `Database=${adoValue(target.db_name)}`,
    `Username=${adoValue(target.db_user)}`,
    `Password=${adoValue(password ?? passwordPlaceholder)}`,
    ...(target.sslmode ? ['SSL Mode=Require'] : []),
    ...(isTransactionPooler ? ['No Reset On Close=true'] : []),
  ].join(';')

const pdo = ({ target, password }: DatabaseParameters): string => {
  const name = `pgsql:host=${keywordValue(target.db_host)};port=${target.db_port};dbname=${keywordValue(target.db_name)}${target.sslmode ? `;sslmode=${target.sslmode}` : ''}`
  return `$database = new PDO(${[name, target.db_user, password ?? passwordPlaceholder].map(phpText).join(', ')});`
}

/** Spec §2's nine, in its order. */
export const connectionTypes: readonly ConnectionType[] = [
  {
    id: 'uri',
    label: 'URI',
    language: 'plain',
    hasPassword: true,
    text: (parameters) => uriOf(parameters),
    install: [],
    files: () => [],
    docs: 'https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS',
  },
  {
    id: 'psql',
    label: 'PSQL',
    language: 'plain',
    hasPassword: false,
    text: ({ target: { db_host, db_port, db_name, db_user } }) =>
      `psql -h ${shellArgument(db_host)} -p ${db_port} -d ${shellArgument(db_name)} -U ${shellArgument(db_user)}`,
    install: [],
    files: () => [],
    docs: 'https://www.postgresql.org/docs/current/app-psql.html',
  },
  {
    id: 'go',
    label: 'Golang',
    language: 'env',
    hasPassword: true,
    text: (parameters) => databaseUrl(goUri(parameters)),
    install: ['go get github.com/jackc/pgx/v5 github.com/joho/godotenv'],
    files: (parameters) => [environment(goUri(parameters)), { name: 'main.go', language: 'c-like', text: goProgram }],
    run: 'go run .',
    docs: 'https://pkg.go.dev/github.com/jackc/pgx/v5',
  },
  {
    id: 'jdbc',
    label: 'JDBC',
    language: 'plain',
    hasPassword: true,
    text: jdbc,
    install: [],
    files: (parameters) => [
      { name: 'src/main/java/Main.java', language: 'c-like', text: javaProgram(jdbc(parameters)) },
      { name: 'build.gradle.kts', language: 'c-like', text: gradleBuild },
    ],
    run: 'gradle run',
    docs: 'https://jdbc.postgresql.org/documentation/use/',
  },
  {
    id: 'dotnet',
    label: '.NET',
    language: 'plain',
    hasPassword: true,
    text: ado,
    install: ['dotnet add package Npgsql', 'dotnet add package Microsoft.Extensions.Configuration.Json'],
    files: (parameters) => [
      { name: 'appsettings.json', language: 'c-like', text: JSON.stringify({ ConnectionStrings: { Database: ado(parameters) } }, null, 2) },
      { name: 'Program.cs', language: 'c-like', text: dotnetProgram },
    ],
    run: 'dotnet run',
    docs: 'https://www.npgsql.org/doc/connection-string-parameters.html',
  },
  {
    id: 'node',
    label: 'Node.js',
    language: 'env',
    hasPassword: true,
    text: ({ target, password }) => databaseUrl(nodeUri(target, password)),
    install: ['npm install pg'],
    files: ({ target, password }) => [environment(nodeUri(target, password)), { name: 'index.mjs', language: 'c-like', text: nodeProgram }],
    run: 'node --env-file=.env index.mjs',
    docs: 'https://node-postgres.com/features/connecting',
  },
  {
    id: 'php',
    label: 'PHP',
    language: 'c-like',
    hasPassword: true,
    text: pdo,
    install: [],
    files: (parameters) => [{ name: 'index.php', language: 'c-like', text: phpProgram(pdo(parameters), parameters.isTransactionPooler) }],
    run: 'php index.php',
    docs: 'https://www.php.net/manual/en/ref.pdo-pgsql.connection.php',
  },
  {
    id: 'python',
    label: 'Python',
    language: 'env',
    hasPassword: true,
    text: (parameters) => databaseUrl(uriOf(parameters)),
    install: ['pip install "psycopg[binary]" python-dotenv'],
    files: (parameters) => [
      environment(uriOf(parameters)),
      { name: 'main.py', language: 'hash', text: pythonProgram(parameters.isTransactionPooler) },
    ],
    run: 'python main.py',
    docs: 'https://www.psycopg.org/psycopg3/docs/basic/usage.html',
  },
  {
    id: 'sqlalchemy',
    label: 'SQLAlchemy',
    language: 'env',
    hasPassword: true,
    text: (parameters) => databaseUrl(uriOf(parameters, 'postgresql+psycopg')),
    install: ['pip install sqlalchemy "psycopg[binary]" python-dotenv'],
    files: (parameters) => [
      environment(uriOf(parameters, 'postgresql+psycopg')),
      { name: 'main.py', language: 'hash', text: sqlalchemyProgram(parameters.isTransactionPooler) },
    ],
    run: 'python main.py',
    docs: 'https://docs.sqlalchemy.org/en/20/core/engines.html#postgresql',
  },
]

const nodeProgram = `import pg from 'pg'

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
const { rows } = await client.query('select version()')
console.log(rows[0].version)
await client.end()`

const goProgram = `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/jackc/pgx/v5"
	_ "github.com/joho/godotenv/autoload"
)

func main() {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close(ctx)

	var version string
	if err := conn.QueryRow(ctx, "select version()").Scan(&version); err != nil {
		log.Fatal(err)
	}
	fmt.Println(version)
}`

/** The address has no character that Java's texts would take for something else. */
const javaProgram = (url: string): string => `import java.sql.DriverManager;
import java.sql.SQLException;

public class Main {
  public static void main(String[] args) throws SQLException {
    var url = "${url}";
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var result = statement.executeQuery("select version()")) {
      result.next();
      System.out.println(result.getString(1));
    }
  }
}`

const gradleBuild = `plugins {
    application
}

repositories {
    mavenCentral()
}

dependencies {
    implementation("org.postgresql:postgresql:42.7.8")
}

application {
    mainClass = "Main"
}`

const dotnetProgram = `using Microsoft.Extensions.Configuration;
using Npgsql;

var configuration = new ConfigurationBuilder()
    .SetBasePath(Directory.GetCurrentDirectory())
    .AddJsonFile("appsettings.json")
    .Build();

await using var source = NpgsqlDataSource.Create(configuration.GetConnectionString("Database")!);
await using var command = source.CreateCommand("select version()");
Console.WriteLine(await command.ExecuteScalarAsync());`

const phpProgram = (connect: string, isTransactionPooler: boolean): string =>
  lines(
    '<?php',
    '',
    connect,
    ...(isTransactionPooler ? ['$database->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);'] : []),
    "echo $database->query('select version()')->fetchColumn(), PHP_EOL;",
  )

const pythonProgram = (isTransactionPooler: boolean): string => `import os

import psycopg
from dotenv import load_dotenv

load_dotenv()

with psycopg.connect(os.environ["DATABASE_URL"]${isTransactionPooler ? ', prepare_threshold=None' : ''}) as connection:
    print(connection.execute("select version()").fetchone()[0])`

const sqlalchemyProgram = (isTransactionPooler: boolean): string =>
  lines(
    'import os',
    '',
    'from dotenv import load_dotenv',
    'from sqlalchemy import create_engine, text',
    ...(isTransactionPooler ? ['from sqlalchemy.pool import NullPool'] : []),
    '',
    'load_dotenv()',
    '',
    ...(isTransactionPooler
      ? [
          'engine = create_engine(',
          '    os.environ["DATABASE_URL"],',
          '    poolclass=NullPool,',
          '    connect_args={"prepare_threshold": None},',
          ')',
        ]
      : ['engine = create_engine(os.environ["DATABASE_URL"])']),
    'with engine.connect() as connection:',
    '    print(connection.execute(text("select version()")).scalar_one())',
  )
