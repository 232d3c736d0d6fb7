"""Tests of the package. They need the program: on PATH, or named in GRIDLOCK_PROGRAM."""

from __future__ import annotations

import ast
import doctest
import glob
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
import venv
import zipfile

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

    def test_killed(self):
        search = gridlock.search(self.hard)
        next(search)
        self.engine._process.kill()
        with self.assertRaisesRegex(gridlock.ProgramError, "has ended"):
            search.result()
        self.engine._process.wait()
        with self.assertRaises(gridlock.ProgramError):
            gridlock.solve(self.hard)

    def test_closed(self):
        search = gridlock.search(self.hard)
        next(search)
        self.engine.close()
        with self.assertRaises(gridlock.Cancelled):
            search.result()
        self.engine.close()


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
            "print(p.engine._process.pid)"
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(done.stdout), 0)


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
                self.assertEqual(archive.getinfo("gridlock/gridlock").external_attr >> 16, 0o755)
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
