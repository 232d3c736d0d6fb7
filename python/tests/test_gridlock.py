"""Tests of the package. They need the program: on PATH, or named in GRIDLOCK_PROGRAM."""

from __future__ import annotations

import ast
import copy
import doctest
import glob
import json
import multiprocessing
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import venv
import zipfile
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

import gridlock
from gridlock import answers

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
GAMES = ["classic", "duel", "lockdown", "claim", "blockade"]


class Questions(unittest.TestCase):
    def test_solve(self):
        for game, winner in zip(GAMES, ["O", "O", "O", "O", "X"]):
            start = gridlock.Position(game, "4x4")
            self.assertEqual(gridlock.solve(start)["winner"], winner, game)

    def test_position(self):
        p = gridlock.Position("lockdown", moves="6 11")
        self.assertEqual((p.text, p.board, p.to_move), ("..../.X../..O./.... x", "4x4", "X"))
        self.assertEqual(p.legal, ["1", "2", "3", "5", "7", "9", "10"])
        self.assertEqual(p, gridlock.Position("lockdown").play("6", "11"))
        self.assertEqual(p, gridlock.Position("lockdown", position=p.text))
        self.assertEqual(hash(p), hash(gridlock.Position("lockdown", moves=["6", "11"])))
        self.assertNotEqual(p, p.play("7"))
        self.assertNotEqual(gridlock.Position("claim"), gridlock.Position("duel"))
        self.assertEqual(p.moves, ("6", "11"))
        self.assertTrue(p._repr_svg_().startswith("<svg"))
        self.assertNotEqual(p.draw(), p.draw(values=True))
        self.assertEqual(str(p), ". . . .\n. X . .\n. . O .\n. . . .\nx")
        self.assertEqual(eval(repr(p)), p)

    def test_values(self):
        value = gridlock.Position("snort", "2x3").value()
        self.assertEqual((str(value), value.mean, value.temperature), ("+-{4||1|0}", 0, Fraction(9, 4)))
        self.assertEqual((value.left_stop, value.right_stop, value.outcome_class), (1, -1, "N"))
        self.assertEqual(value.moves[0], {"player": "X", "move": "2", "temperature": "9/4", "gain": "9/4", "hottest": True})
        self.assertTrue(value._repr_svg_().startswith("<svg"))
        self.assertEqual(value._repr_latex_(), r"$\pm \{4\mathrel{||}1\mathrel{|}0\}$")
        many = gridlock.values(gridlock.Position("duel", position=text) for text in ("X.../...O x", "1 o"))
        self.assertEqual([str(v) for v in many], ["0", "*"])
        limited = gridlock.Position("snort", "7x7").value(nodes=10)
        self.assertEqual((str(limited), limited.mean, limited._repr_svg_()), ("unknown", None, None))
        self.assertRaises(ValueError, gridlock.Position("lockdown").value)

    def test_moves_are_those_of_the_analysis(self):
        for game in GAMES:
            p = gridlock.Position(game, "3x4")
            table = gridlock.moves(p)
            self.assertEqual(sorted(row["move"] for row in table), sorted(p.legal))
            study = gridlock.analyze(p)
            self.assertEqual(table, [{key: move[key] for key in row} for row, move in zip(table, study["moves"])])

    def test_play_to_the_end(self):
        for game in GAMES:
            p = gridlock.Position(game, "3x4")
            loser = "O" if gridlock.solve(p)["winner"] == "X" else "X"
            while p.legal:
                p = gridlock.play(p, "random" if p.to_move == loser else "perfect", seed=len(p.moves))
            self.assertEqual(p.to_move, loser, "%s: %s" % (game, p.moves))
            with self.assertRaisesRegex(ValueError, "over"):
                gridlock.play(p)
            self.assertEqual(len(gridlock.review(p)["game"]["plies"]), len(p.moves))

    def test_games_of_the_family(self):
        p = gridlock.Position("place rook other", "3x3")
        self.assertEqual(gridlock.solve(p)["proven"], True)
        self.assertEqual(len(gridlock.variants()[:5]), 5)
        self.assertIn("snort", [v["name"] for v in gridlock.variants()])

    def test_outcome_class(self):
        for game, board, want in [("blockade", "3x3", "N"), ("lockdown", "4x4", "P"), ("claim", "3x3", "N"), ("duel", "4x4", "P")]:
            self.assertEqual(gridlock.Position(game, board).outcome_class(), want, game)
        self.assertEqual(gridlock.Position("snort", position="X../... o").outcome_class(), "L")
        self.assertEqual(gridlock.Position("snort", position="O../... o").outcome_class(), "R")
        self.assertIsNone(gridlock.Position("blockade", "8x8").outcome_class(nodes=100))
        with self.assertRaisesRegex(gridlock.Problem, "no outcome class"):
            gridlock.Position("lockdown", moves="6").outcome_class()

    def test_puzzle(self):
        z = gridlock.puzzle("claim", seed=3)
        p = gridlock.Position("claim", position=z["position"])
        winning = [m["move"] for m in gridlock.moves(p) if m["outcome"] == "win"]
        self.assertEqual(sorted(winning), sorted(z["moves"]))

    def test_certificate(self):
        for game in GAMES:
            p = gridlock.Position(game, "3x4")
            file = gridlock.certificate(p)
            verdict = gridlock.verify(file)
            self.assertTrue(verdict["proven"], game)
            self.assertEqual(verdict["winner"], gridlock.solve(p)["winner"])
            damaged = gridlock.verify(file[:-1] + bytes([file[-1] ^ 1]))
            self.assertFalse(damaged["proven"], game)
            self.assertIn("refused", damaged["error"])
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "-a file.proof")
                with open(path, "wb") as out:
                    out.write(file)
                self.assertEqual({**gridlock.verify(path), "file": "", "seconds": 0}, {**verdict, "file": "", "seconds": 0})
        with self.assertRaises(FileNotFoundError):
            gridlock.verify("no such file")

    def test_problems(self):
        with self.assertRaises(gridlock.Problem) as caught:
            gridlock.Position("claim", moves="6 7")
        self.assertEqual((caught.exception.type, caught.exception.fields["ply"]), ("moves", 2))
        self.assertIn("16", caught.exception.fields["legal"])
        with self.assertRaises(gridlock.Problem) as caught:
            gridlock.Position("chess")
        self.assertEqual(caught.exception.type, "variant")
        with self.assertRaises(gridlock.Problem) as caught:
            gridlock.certificate(gridlock.Position("blockade", "8x8"), nodes=10)
        self.assertEqual(caught.exception.type, "no-certificate")

    def test_limits_are_no_error(self):
        answer = gridlock.solve(gridlock.Position("blockade", "8x8"), nodes=1000)
        self.assertEqual((answer["winner"], answer["limit"]), (None, "nodes"))
        answer = gridlock.solve(gridlock.Position("blockade", "8x8"), timeout=0.05)
        self.assertEqual((answer["winner"], answer["limit"]), (None, "time"))

    def test_what_is_no_limit(self):
        p = gridlock.Position("claim", "3x3")
        for limits in [{"timeout": float("inf")}, {"nodes": float("inf")}, {"nodes": 1e6}, {"timeout": None}]:
            self.assertEqual(gridlock.solve(p, **limits)["winner"], "X", limits)
        for limits in [{"timeout": float("nan")}, {"timeout": -1}, {"timeout": -float("inf")}, {"timeout": "soon"}, {"timeout": [1]},
                       {"timeout": 1e308}, {"nodes": float("nan")}, {"nodes": -1}, {"nodes": 1.5}, {"nodes": 10**400}]:
            (name,) = limits
            for ask in [gridlock.solve, gridlock.analyze, gridlock.moves, gridlock.review, gridlock.certificate, p.__class__.outcome_class]:
                with self.assertRaisesRegex(gridlock.Problem, "^%s: (write|.* is no number)" % name, msg=limits) as caught:
                    ask(p, **limits)
                self.assertEqual((caught.exception.type, caught.exception.fields["parameter"]), ("parameter", name))

    def test_what_is_no_question(self):
        for ask in [gridlock.search, gridlock.solve, gridlock.analyze, gridlock.moves, gridlock.review, gridlock.play, gridlock.certificate]:
            for wrong in ["lockdown", "..../..../..../.... x", None, 5]:
                with self.assertRaisesRegex(TypeError, r"a gridlock.Position is wanted, and not .*: write gridlock.Position\(game\)"):
                    ask(wrong)
        for arguments in [{"game": gridlock.Position("claim")}, {"game": "claim", "board": (4, 4)},
                          {"game": "claim", "position": gridlock.Position("claim")}]:
            with self.assertRaisesRegex(gridlock.Problem, "write a text, a number, True or False, and not a"):
                gridlock.Position(**arguments)
        for moves in [b"6", 6.0, [6.0], [True], {6}, {6: 15}, None, [[6]], [None]]:
            with self.assertRaisesRegex(TypeError, "^moves: .* and not "):
                gridlock.Position("claim", moves=moves)
        for wrong in ["claim", 5]:
            with self.assertRaisesRegex(TypeError, "a gridlock.Engine is wanted, and not a"):
                gridlock.Position("claim", engine=wrong)
        with self.assertRaisesRegex(TypeError, "by the path of its file or as bytes, and not an int"):
            gridlock.verify(5)
        ask = gridlock.default_engine().ask
        for do, parameters in [("stop", {}), ("quit", {}), ("solve", {"id": 1}), ("solve", {"variant": "claim", "moves": "1 " * 10**6})]:
            with self.assertRaises(gridlock.Problem, msg=do):
                ask(do, **parameters)
        with self.assertRaisesRegex(gridlock.ProgramError, "too many fields"):
            ask("solve", **{"a%d" % i: i for i in range(40)})
        self.assertEqual(gridlock.solve(gridlock.Position("claim"))["winner"], "O")

    def test_whole_numbers_for_moves(self):
        p = gridlock.Position("claim", moves=[6, 15])
        self.assertEqual((p, p.moves), (gridlock.Position("claim", moves="6 15"), ("6", "15")))
        self.assertEqual(gridlock.Position("claim").play(6, "15").moves, p.moves)
        self.assertEqual(gridlock.Position("claim", moves=6).play("15").text, p.text)
        with self.assertRaisesRegex(gridlock.Problem, 'move 1, "3": not a move'):
            gridlock.Position("blockade").play(3)

    def test_rule_files(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "mine.toml")
            file.write_text('move = "place"\nnear = "rook"\nclose = "other"\nboard = "3x4"\n')
            for name in [str(file), file]:
                p = gridlock.Position(name)
                self.assertEqual((p.board, p), ("3x4", gridlock.Position("snort", "3x4")))
                self.assertEqual(gridlock.Position(name, "2x2").board, "2x2")
                self.assertEqual(gridlock.Position(name, position="X. o").board, "1x2")
                self.assertEqual(gridlock.puzzle(name, seed=1)["board"], "3x4")
            self.assertEqual(eval(repr(p)), p)
            file.write_text('move = "place"\nnear = "rock"\nclose = "other"\n')
            for name, want in [(file, "mine.toml:2: near: there is no \"rock\""), (folder + "/none.toml", "no such rule file")]:
                with self.assertRaisesRegex(gridlock.Problem, want) as caught:
                    gridlock.Position(name)
                self.assertEqual(caught.exception.type, "variant")
            letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
            edges = " ".join(a + "-" + b for a in letters[:40] for b in letters[:40] if a < b)
            file.write_text('move = "place"\nclose = "all"\npicture = "%s"\nedges = "%s"\n' % (letters[:40], edges))
            p = gridlock.Position(file)
            self.assertGreater(len(p.game), 2000)
            self.assertEqual(len(p.play(p.legal[0]).legal), 0)

    def test_copies(self):
        with gridlock.Engine(arguments=["--db", "none"]) as engine:
            p = gridlock.Position("lockdown", "3x4", moves="6 11", engine=engine)
            self.assertIs(copy.copy(p), p)
            self.assertIs(copy.deepcopy([p])[0].engine, engine)
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                again = pickle.loads(pickle.dumps(p, protocol))
                self.assertEqual((again, again.moves, again.legal), (p, p.moves, p.legal))
                self.assertIs(again.engine, gridlock.default_engine())
            for answer in [gridlock.solve(p), gridlock.analyze(p), gridlock.review(p)]:
                self.assertEqual(pickle.loads(pickle.dumps(answer)), answer)
                self.assertEqual(copy.deepcopy(answer), answer)
            with self.assertRaises(gridlock.Problem) as caught:
                p.play("6")
            again = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((str(again), again.type, again.fields), (str(caught.exception), "moves", caught.exception.fields))
            self.assertIs(type(pickle.loads(pickle.dumps(gridlock.Cancelled({})))), gridlock.Cancelled)
            for copied in [copy.copy, copy.deepcopy, pickle.dumps]:
                with self.assertRaisesRegex(TypeError, "an Engine is a running process.*gridlock.Engine()"):
                    copied(engine)
                with self.assertRaisesRegex(TypeError, "a Search belongs to a running process.*result()"):
                    copied(gridlock.search(p))

    def test_answers_have_the_fields_of_their_types(self):
        for game in GAMES:
            start = gridlock.Position(game, "3x4")
            p = start.play(start.legal[0])
            self.has_type(gridlock.solve(p), answers.Solution)
            self.has_type(gridlock.analyze(p), answers.Study)
            self.has_type(gridlock.review(p), answers.Study)
            self.has_type(gridlock.moves(p)[0], answers.Move)
            self.has_type(gridlock.verify(gridlock.certificate(p)), answers.Verdict)
        self.has_type(gridlock.puzzle("duel", seed=1), answers.Puzzle)
        self.has_type(gridlock.variants()[0], answers.Variant)

    def has_type(self, answer, of):
        required = {name for name, kind in of.__annotations__.items() if "NotRequired" not in str(kind)}
        self.assertLessEqual(required, set(answer), of)
        self.assertLessEqual(set(answer), set(of.__annotations__), of)


class Searches(unittest.TestCase):
    """Each with a process of its own, whose memory is empty."""

    def setUp(self):
        self.engine = gridlock.Engine(arguments=["--workers", "1", "--db", "none"])
        self.addCleanup(self.engine.close)
        self.hard = gridlock.Position("blockade", "8x8", engine=self.engine)

    def test_progress(self):
        search = gridlock.search(self.hard, nodes=300000)
        nodes = [progress["nodes"] for progress in search]
        self.assertEqual(nodes, sorted(nodes))
        self.assertEqual(search.result()["limit"], "nodes")
        self.assertEqual(list(search), [])
        self.assertIs(search.result(), search.result())

    def test_cancel(self):
        with gridlock.search(self.hard) as search:
            self.assertGreater(next(search)["nodes"], 0)
            search.cancel()
            search.cancel()
            with self.assertRaises(gridlock.Cancelled):
                search.result()
        with gridlock.search(self.hard) as left:
            next(left)
        with self.assertRaises(gridlock.Cancelled):
            left.result()
        self.assertEqual(gridlock.solve(gridlock.Position("claim", engine=self.engine))["winner"], "O")

    def test_threads(self):
        found = {}

        def ask(game):
            found[game] = gridlock.solve(gridlock.Position(game, "4x4", engine=self.engine))["winner"]

        threads = [threading.Thread(target=ask, args=(game,)) for game in GAMES]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual("".join(found[game] for game in GAMES), "OOOOX")

    def test_crowd(self):
        """Threads whose questions are longer than a pipe, and whose answers are."""
        found = []

        def ask(number):
            if number % 4:
                found.append(len(gridlock.Position("blockade", "8x8", engine=self.engine).cells) == 64)
            else:
                with self.assertRaisesRegex(gridlock.Problem, "more than 2000 bytes"):
                    self.engine.ask("solve", variant="claim", moves="1 " * 100000)
                found.append(gridlock.solve(gridlock.Position("claim", "3x3", engine=self.engine))["variant"] == "claim")

        threads = [threading.Thread(target=ask, args=(number,), daemon=True) for number in range(100)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertEqual(found, [True] * 100)

    def test_threads_that_wait_for_one_search(self):
        search = gridlock.search(self.hard, nodes=20000)
        found = []
        threads = [threading.Thread(target=lambda: found.append(search.result()["limit"]), daemon=True) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertEqual(found, ["nodes"] * 4)

    def test_killed(self):
        search = gridlock.search(self.hard)
        next(search)
        self.engine._process.popen.kill()
        with self.assertRaisesRegex(gridlock.ProgramError, "has ended"):
            search.result()
        with self.assertRaises(gridlock.ProgramError):
            gridlock.solve(self.hard)

    def test_the_default_engine_starts_again(self):
        p = gridlock.Position("blockade", "8x8")
        search = gridlock.search(p)
        next(search)
        p.engine._process.popen.kill()
        with self.assertRaisesRegex(gridlock.ProgramError, "has ended"):
            search.result()
        self.assertEqual(gridlock.solve(p, nodes=1000)["limit"], "nodes")

    def test_closed(self):
        search = gridlock.search(self.hard)
        next(search)
        self.engine.close()
        with self.assertRaises(gridlock.Cancelled):
            search.result()
        self.engine.close()


def winner_of(game):
    return gridlock.solve(gridlock.Position(game, "4x4"))["winner"]


def refuse(position):
    position.play("1")


@unittest.skipUnless(hasattr(os, "fork"), "there are no forks on this system")
class Forks(unittest.TestCase):
    def setUp(self):
        self.engine = gridlock.Engine(arguments=["--workers", "1", "--db", "none"])
        self.addCleanup(self.engine.close)
        self.hard = gridlock.Position("blockade", "8x8", engine=self.engine)

    def fork(self, child):
        """What a function returns in a fork, which is killed if it hangs."""
        source, sink = os.pipe()
        process = os.fork()
        if process == 0:
            signal.alarm(60)
            try:
                os.write(sink, json.dumps(child()).encode())
            finally:
                os._exit(0)
        os.close(sink)

        def result():
            with open(source) as pipe:
                text = pipe.read()
            os.waitpid(process, 0)
            return json.loads(text)

        return result

    def test_parent_and_child_ask_at_once(self):
        small, default = gridlock.Position("claim", "3x3", engine=self.engine), gridlock.Position("duel", "3x3")
        running = [engine._process.popen.pid for engine in (self.engine, default.engine)]

        def child():
            answer = gridlock.solve(self.hard, nodes=1000)
            return [answer["variant"], answer["board"], answer["limit"], gridlock.solve(default)["variant"],
                    self.fork(lambda: gridlock.solve(small)["board"])()]

        found = self.fork(child)
        for _ in range(20):
            answer = gridlock.solve(small)
            self.assertEqual((answer["variant"], answer["board"], answer["winner"]), ("claim", "3x3", "X"))
        self.assertEqual(found(), ["blockade", "8x8", "nodes", "duel", "3x3"])
        self.assertEqual(gridlock.solve(default)["variant"], "duel")
        self.assertEqual([engine._process.popen.pid for engine in (self.engine, default.engine)], running)

    def test_a_search_is_its_parents(self):
        search = gridlock.search(self.hard)
        next(search)

        def child():
            search.cancel()
            left = list(search)
            with self.assertRaisesRegex(gridlock.ProgramError, "began before os.fork.*ask again"):
                search.result()
            self.engine.close()
            return left

        self.assertEqual(self.fork(child)(), [])
        next(search)
        search.cancel()
        with self.assertRaises(gridlock.Cancelled):
            search.result()

    def test_forks_while_threads_ask(self):
        enough, found = threading.Event(), []

        def ask(cell):
            while not enough.is_set():
                found.append(gridlock.Position("claim", moves=[cell], engine=self.engine).moves == (str(cell),))

        threads = [threading.Thread(target=ask, args=(cell,)) for cell in range(1, 5)]
        for thread in threads:
            thread.start()
        try:
            children = [self.fork(lambda: gridlock.Position("duel", moves=[3], engine=self.engine).text) for _ in range(5)]
            self.assertEqual([child() for child in children], ["..X./..../..../.... o"] * 5)
        finally:
            enough.set()
            for thread in threads:
                thread.join()
        self.assertTrue(all(found))

    def test_pools(self):
        gridlock.solve(gridlock.Position("claim"))
        fork = multiprocessing.get_context("fork")
        with fork.Pool(2) as pool:
            self.assertEqual("".join(pool.map_async(winner_of, GAMES).get(60)), "OOOOX")
            answers = pool.map_async(gridlock.solve, [gridlock.Position(game, "3x3") for game in GAMES]).get(60)
            self.assertEqual([answer["variant"] for answer in answers], GAMES)
            with self.assertRaisesRegex(gridlock.Problem, "cell 1 "):
                pool.map_async(refuse, [gridlock.Position("claim", moves="1")]).get(60)
        with ProcessPoolExecutor(2, mp_context=fork) as pool:
            self.assertEqual("".join(pool.map(winner_of, GAMES, timeout=60)), "OOOOX")

    def test_the_end_of_a_child(self):
        code = """
import gridlock, os, sys
p = gridlock.Position("claim", "3x3")
running = p.engine._process.popen.pid
child = os.fork()
if child == 0:
    gridlock.solve(p)
    sys.exit(7)
print(os.WEXITSTATUS(os.waitpid(child, 0)[1]), gridlock.solve(p)["winner"], p.engine._process.popen.pid == running)
"""
        # Its end is that of all who have its standard error.
        done = subprocess.run([sys.executable, "-W", "error", "-c", code], env={**os.environ, "PYTHONPATH": ROOT}, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.stdout, done.stderr), ("7 X True\n", ""))


class Programs(unittest.TestCase):
    def python(self, code, **environment):
        env = {**os.environ, "PYTHONPATH": ROOT, **environment}
        return subprocess.run([sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_missing(self):
        done = self.python("import gridlock; gridlock.Position('claim')", PATH="", GRIDLOCK_PROGRAM="")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("ProgramMissing: the program gridlock is not on PATH: build it", done.stderr)
        done = self.python("import gridlock; gridlock.Position('claim')", GRIDLOCK_PROGRAM="/no/such/program")
        self.assertIn("ProgramMissing: /no/such/program does not start", done.stderr)

    def test_something_else(self):
        done = self.python("import gridlock; gridlock.Position('claim')", GRIDLOCK_PROGRAM="/bin/true")
        self.assertIn("ProgramError: /bin/true engine does not speak version 1 of the protocol", done.stderr)

    def test_nothing_is_left_running(self):
        done = self.python(
            "import gridlock; p = gridlock.Position('blockade', '8x8'); s = gridlock.search(p); next(s); "
            "print(p.engine._process.popen.pid)"
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(done.stdout), 0)


    def test_killed(self):
        """The program does not go on for nobody. Its end is that of its standard error."""
        code = "import gridlock, os; p = gridlock.Position('blockade', '8x8'); next(p.engine.start('moves', **p.asked('moves'))); os._exit(9)"
        env = {**os.environ, "PYTHONPATH": ROOT}
        subprocess.run([sys.executable, "-c", code], env=env, stderr=subprocess.PIPE, timeout=60)

    @unittest.skipUnless(hasattr(os, "setsid"), "there are no process groups on this system")
    def test_control_c(self):
        """It is for Python, as in a terminal, and the program goes on."""
        code = """
import gridlock, os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
engine = gridlock.Engine(arguments=["--db", "none"])
search = gridlock.search(gridlock.Position("blockade", "8x8", engine=engine))
next(search)
try:
    os.killpg(0, signal.SIGINT)
    search.result()
except KeyboardInterrupt:
    search.cancel()
print(gridlock.solve(gridlock.Position("claim", engine=engine))["winner"])
engine.close()
"""
        done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": ROOT}, start_new_session=True, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.stdout, done.stderr), ("O\n", ""))

class Package(unittest.TestCase):
    def test_source_is_python_3_9(self):
        for path in glob.glob(os.path.join(ROOT, "**", "*.py"), recursive=True):
            with open(path, encoding="utf-8") as file:
                ast.parse(file.read(), path, feature_version=(3, 9))

    def test_answers_are_those_of_the_api(self):
        subprocess.run([sys.executable, os.path.join(ROOT, "make_answers.py"), "--check"], check=True)

    def test_pip_install(self):
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder, with_pip=True)
            bin = os.path.join(folder, "Scripts" if os.name == "nt" else "bin")
            pip = [os.path.join(bin, "python"), "-m", "pip", "--disable-pip-version-check", "--no-cache-dir"]
            subprocess.run([*pip, "install", "--quiet", "--no-index", ROOT], check=True)
            self.check_installed(bin)

    def test_versions_as_python_writes_them(self):
        sys.path.insert(0, ROOT)
        self.addCleanup(sys.path.remove, ROOT)
        from build_wheel import pep440

        for version, want in {
            "1.2.3": "1.2.3", "v1.2.3": "1.2.3", "v1.2.3-rc.1": "1.2.3rc1", "v1.2.3-beta2": "1.2.3b2",
            "v0.0.0-ci": "0.0.0.dev0+ci", "v1.2.3-Nightly.7-x": "1.2.3.dev0+nightly.7.x",
        }.items():
            self.assertEqual(pep440(version), want)

    def test_wheel_with_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            wheel = [sys.executable, os.path.join(ROOT, "build_wheel.py"), folder, "--program", gridlock.program(),
                     "--platform", "linux_x86_64", "--version", "1.2.3"]
            name = subprocess.run(wheel, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
            self.assertEqual(name, "gridlock-1.2.3-py3-none-linux_x86_64.whl")
            with open(os.path.join(folder, name), "rb") as file:
                first = file.read()
            subprocess.run(wheel, check=True, stdout=subprocess.DEVNULL)
            with open(os.path.join(folder, name), "rb") as file:
                self.assertEqual(first, file.read(), "the same files give the same bytes")
            with zipfile.ZipFile(os.path.join(folder, name)) as archive:
                self.assertIsNone(archive.testzip())
                self.assertEqual(archive.getinfo("gridlock/gridlock").external_attr >> 16, 0o100755)
                archive.extractall(folder)
            # What pip does beyond that is to set the mode.
            os.chmod(os.path.join(folder, "gridlock", "gridlock"), 0o755)
            env = {**os.environ, "PYTHONPATH": folder, "PATH": "", "GRIDLOCK_PROGRAM": ""}
            code = "import gridlock; print(gridlock.program(), gridlock.solve(gridlock.Position('claim'))['winner'])"
            out = subprocess.run([sys.executable, "-c", code], env=env, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout
            self.assertEqual(out.split(), [os.path.join(folder, "gridlock", "gridlock"), "O"])

    def test_tour(self):
        tour = os.path.join(ROOT, "..", "docs", "python.md")
        results = doctest.testfile(tour, module_relative=False, optionflags=doctest.ELLIPSIS)
        self.assertEqual(results.failed, 0)
        self.assertGreater(results.attempted, 20)

    def check_installed(self, bin):
        env = {**os.environ, "GRIDLOCK_PROGRAM": gridlock.program()}
        env.pop("PYTHONPATH", None)
        code = "import gridlock, json; print(json.dumps([gridlock.__file__, gridlock.solve(gridlock.Position('claim'))['winner']]))"
        out = subprocess.run([os.path.join(bin, "python"), "-c", code], env=env, cwd=bin, check=True, stdout=subprocess.PIPE).stdout
        file, winner = json.loads(out)
        self.assertIn("site-packages", file)
        self.assertEqual(winner, "O")


if __name__ == "__main__":
    unittest.main()
