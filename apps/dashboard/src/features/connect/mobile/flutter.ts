import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { envFile, type Guide, only } from '../guide.ts'

export const flutter: Guide<ApiParameters> = {
  id: 'flutter',
  label: 'Flutter',
  docs: 'https://docs.flutter.dev',
  install: ['flutter pub add supabase_flutter'],
  run: 'flutter run --dart-define-from-file=.env',
  variants: only<ApiParameters>(({ url, anonKey }) => [
    envFile('.env', { COLONNADE_URL: url, COLONNADE_ANON_KEY: anonKey }),
    {
      name: 'lib/main.dart',
      language: 'c-like',
      text: `import 'package:flutter/material.dart';
import 'package:supabase_flutter/supabase_flutter.dart';

Future<void> main() async {
  WidgetsFlutterBinding.ensureInitialized();
  await Supabase.initialize(
    url: const String.fromEnvironment('COLONNADE_URL'),
    anonKey: const String.fromEnvironment('COLONNADE_ANON_KEY'),
  );
  runApp(const MaterialApp(home: TodosPage()));
}

class TodosPage extends StatefulWidget {
  const TodosPage({super.key});

  @override
  State<TodosPage> createState() => _TodosPageState();
}

class _TodosPageState extends State<TodosPage> {
  final _todos = Supabase.instance.client.from('todos').select('id, name');

  @override
  Widget build(BuildContext context) {
    return Scaffold(
      body: FutureBuilder<List<Map<String, dynamic>>>(
        future: _todos,
        builder: (context, snapshot) {
          if (snapshot.hasError) return Center(child: Text('\${snapshot.error}'));
          if (!snapshot.hasData) return const Center(child: CircularProgressIndicator());
          return ListView(
            children: [
              for (final todo in snapshot.data!) ListTile(title: Text(todo['name'] as String)),
            ],
          );
        },
      ),
    );
  }
}`,
    },
  ]),
}
