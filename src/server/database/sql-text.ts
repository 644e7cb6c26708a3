/**
 * Splits a text into its statements at semicolons, except those within quotes, dollar quotes or comments. A wrong split
 * gives text that PostgreSQL refuses, nothing worse.
 */
export function splitStatements(text: string): string[] {
  const token =
    /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$;/-]+|[\s\S]/g;
  const statements = [''];
  for (const [piece] of text.matchAll(token)) {
    if (piece === ';') statements.push('');
    else statements.push(`${statements.pop() ?? ''}${piece}`);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => isMoreThanComment(statement));
}

function isMoreThanComment(statement: string): boolean {
  return statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '';
}
