package board

import (
	"context"
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gridlock/internal/query"
	"gridlock/internal/tui"
)

// program shows a board on a terminal, and asks its questions.
type program struct {
	ctx     context.Context
	board   *tui.Board
	service tui.Service
	screen  terminal
	paint   painter

	usual  string // settings of the terminal before
	guard  *guard
	send   func(tea.Msg)
	asked  tui.Job // the job being answered
	turn   int     // counts the jobs
	forget context.CancelFunc
}

// event and answer are messages of the job of a turn. Messages of earlier turns are ignored.
type event struct {
	turn int
	query.Event
}

type answer struct {
	turn    int
	answer  query.Response
	problem *query.Problem
}

func newProgram(ctx context.Context, b *tui.Board, d tui.Service, screen terminal) *program {
	return &program{ctx: ctx, board: b, service: d, screen: screen, paint: newPainter(true), forget: func() {}}
}

// framesPerSecond is how often the terminal is drawn, if anything has changed.
const framesPerSecond = 30

// run shows the board until the user quits. The terminal is then as it was before, also after a
// panic or a signal.
func (p *program) run() error {
	p.usual = settings(p.screen)
	p.guard = newGuard(p.screen, p.usual)
	defer func() { p.guard.release() }()
	how := []tea.ProgramOption{
		tea.WithContext(p.ctx), tea.WithoutSignalHandler(), tea.WithInput(p.screen.in), tea.WithOutput(p.screen.out), tea.WithFPS(framesPerSecond),
		tea.WithFilter(bounded),
	}
	if p.guard != nil { // the guard restores the terminal after all panics, and shows their texts
		how = append(how, tea.WithoutCatchPanics())
	}
	t := tea.NewProgram(p, how...)
	p.send = t.Send
	_, err := t.Run()
	p.forget()
	switch {
	case p.ctx.Err() != nil:
		return p.ctx.Err()
	case errors.Is(err, tea.ErrProgramPanic):
		return errors.New("a fault in the program; please report what is printed above")
	case err != nil:
		return fmt.Errorf("terminal: %w", err)
	}
	return nil
}

// bounded is a filter of messages. It limits the terminal that the library draws to the size that the board needs,
// since the library compares each frame with the one before, character by character.
func bounded(_ tea.Model, msg tea.Msg) tea.Msg {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		size.Width, size.Height = tui.Bounded(size.Width, size.Height)
		return size
	}
	return msg
}

// Init asks what the background is, and begins.
func (p *program) Init() tea.Cmd { return tea.Batch(tea.RequestBackgroundColor, p.ask()) }

// Update handles a message.
func (p *program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var effect tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.board.Resize(msg.Width, msg.Height)
	case tea.BackgroundColorMsg:
		p.paint = newPainter(msg.IsDark())
	case tea.KeyPressMsg:
		effect = p.obey(p.board.Key(msg.String()))
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			p.board.Click(msg.X, msg.Y)
		}
	case tea.MouseWheelMsg:
		p.board.Key(map[tea.MouseButton]string{tea.MouseWheelUp: "u", tea.MouseWheelDown: "r"}[msg.Button])
	case event:
		if msg.turn == p.turn {
			p.board.Event(p.asked.Key, msg.Event)
		}
	case answer:
		if msg.turn == p.turn {
			key := p.asked.Key
			p.asked = tui.Job{}
			p.board.Answer(key, msg.answer, msg.problem)
		}
	}
	return p, tea.Batch(effect, p.ask())
}

// obey applies the effect of a key to the program.
func (p *program) obey(e tui.Effect) tea.Cmd {
	switch e {
	case tui.Quit:
		return tea.Quit
	case tui.Suspend:
		return p.suspend()
	case tui.Redraw:
		return tea.ClearScreen
	}
	return nil
}

// ask begins the search that the board wants, and ends the one before.
func (p *program) ask() tea.Cmd {
	job := p.board.Job()
	if job.Key == p.asked.Key {
		return nil
	}
	p.forget()
	p.asked = job
	p.turn++
	if job.Key == "" {
		return nil
	}
	turn := p.turn
	var ctx context.Context
	ctx, p.forget = context.WithCancel(p.ctx)
	return func() tea.Msg {
		a, problem := p.service.Ask(ctx, job.Question, func(e query.Event) { p.send(event{turn, e}) })
		return answer{turn, a, problem}
	}
}

// View returns what the terminal shows.
func (p *program) View() tea.View {
	f := p.board.Frame()
	lines := make([]string, len(f.Lines))
	for i, line := range f.Lines {
		lines[i] = p.paint.line(line)
	}
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen, v.MouseMode = true, tea.MouseModeCellMotion
	if f.Cursored {
		v.Cursor = tea.NewCursor(f.CursorX, f.CursorY)
	}
	return v
}
